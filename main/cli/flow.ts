/** `tpp-workbench flow export`, and the file that `run --flow` writes. */
import { upToFirstFault } from '../../shared/schema-tools.ts';
import { extname } from 'node:path';
import { z } from 'zod';
import { FLOW_FORMATS } from '../../shared/contract/flow.ts';
import { type FlowEvent, flowEventSchema, shownEvents } from '../../shared/flow/event.ts';
import { exportFlow, FILES } from '../../shared/flow/exports/export.ts';
import { type Command, readArgs, readInput, UsageError, strings } from './command.ts';
import { writeOutput } from './output-files.ts';

type Format = (typeof FLOW_FORMATS)[number];

/** An export of the window, or the response to `GET /control/journal`. */
const flowFile = z.looseObject({ events: z.array(flowEventSchema) });

export const flowExport: Command = {
  help: `flow export FILE --out FILE [--format FORMAT]   draw what happened between TPP, PSU and bank
  FILE                   a flow exported as JSON, or the journal of a simulator (GET /control/journal); - for standard input
  --out FILE             the new file
  --format FORMAT        ${FLOW_FORMATS.join(', ')}; by the ending of the file if left out`,
  run: (args) => {
    const { values, positionals } = readArgs(args, {
      ...strings('out', 'format'),
    });
    const [from, ...more] = positionals;
    if (from === undefined || more.length > 0) throw new UsageError('Give one file with the flow.');
    if (values.out === undefined) throw new UsageError('Give the new file: --out FILE.');
    const format = formatOf(values.out, values.format);
    const events = shownEvents(eventsIn(from));
    writeOutput(values.out, exportFlow(format, events));
    return {
      text: `${values.out}: ${events.length} events.`,
      json: { file: values.out, format, events: events.length },
      status: 0,
    };
  },
};

/** @param chosen with --format @throws UsageError */
export function formatOf(file: string, chosen?: string): Format {
  const ending = extname(file).slice(1).toLowerCase();
  const found = FLOW_FORMATS.find((format) =>
    chosen === undefined ? FILES[format].ending === ending : format === chosen,
  );
  if (found === undefined)
    throw new UsageError(
      chosen === undefined
        ? `The ending of ${file} names no format. Use ${FLOW_FORMATS.map((format) => `.${FILES[format].ending}`).join(', ')}.`
        : `There is no format “${chosen}”. Choose ${FLOW_FORMATS.join(', ')}.`,
    );
  return found;
}

function eventsIn(name: string): FlowEvent[] {
  const { bytes } = readInput(name);
  let document: unknown;
  try {
    document = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new UsageError(`${name} is not JSON.`);
  }
  const read = flowFile.safeParse(document, upToFirstFault);
  if (read.success) return read.data.events;
  const [issue] = read.error.issues;
  throw new UsageError(`${name} is not a flow: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`);
}
