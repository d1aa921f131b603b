/** What has been started, so that it can be stopped: at the end, and when a later start fails. */
export class Stops {
  private steps: (() => unknown)[] = [];

  /** @param step stops what has just been started, also while it is still starting */
  add(step: () => unknown): void {
    this.steps.push(step);
  }

  /** Stops everything once, the last first. One step that fails does not keep the others from stopping. @throws its error */
  async run(): Promise<void> {
    const steps = this.steps.toReversed();
    this.steps = [];
    const failures: unknown[] = [];
    for (const step of steps)
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }
}
