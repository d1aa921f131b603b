/** `tpp-workbench demonstration check`: lints the files of demonstrations, for editors and pipelines. */
import { CONTROL_CHOICES } from '../../bank-sim/index.ts';
import { lintDemonstration } from '../../shared/demonstrations/lint.ts';
import { type Command, readArgs, readInput, UsageError } from './command.ts';
import { printableLine } from './printable.ts';

export const demonstrationCheck: Command = {
  help: `demonstration check FILE...   name each fault of a guided demonstration with its line, its column and the reason
  FILE                   a demonstration as docs/demonstrations.md describes it; - for standard input
                         Exit status 1 if there is a fault.`,
  run: (args) => {
    const { positionals } = readArgs(args, {});
    if (positionals.length === 0) throw new UsageError('Give the file of a demonstration.');
    const files = positionals.map((file) => {
      const linted = lintDemonstration(readInput(file).bytes.toString('utf8'), CONTROL_CHOICES);
      return { file, ...('faults' in linted ? linted : { faults: [], demonstration: linted.demonstration }) };
    });
    const lines = files.flatMap(({ file, ...read }) =>
      'demonstration' in read
        ? [`${file}: ${read.demonstration.name}, ${stepsText(read.demonstration.steps.length)}, no faults.`]
        : read.faults.map(({ line, column, text }) => printableLine(`${file}:${line}:${column}: ${text}`)),
    );
    return {
      text: lines.join('\n'),
      json: files.map(({ file, faults }) => ({ file, faults })),
      status: files.every(({ faults }) => faults.length === 0) ? 0 : 1,
    };
  },
};

function stepsText(steps: number): string {
  return steps === 1 ? '1 step' : `${steps} steps`;
}
