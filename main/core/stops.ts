/** Stops the started services in reverse order: at the end, or when a later start fails. */
export class Stops {
  private steps: (() => unknown)[] = [];

  /** @param step stops a service, also while it is still starting */
  add(step: () => unknown): void {
    this.steps.push(step);
  }

  /** Runs each step once, also after one has failed. @throws the first error */
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
