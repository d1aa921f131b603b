/** The event log as tests compare it. */
import type { FlowEvent } from '../../shared/flow/event.ts';

/** An event in a line, with the position of its cause among those listed; `-` for none. */
export function flowLines(events: readonly FlowEvent[]): string[] {
  const places = new Map(events.map(({ seq }, at) => [seq, at]));
  return events.map((event) => {
    const cause = event.cause === null ? '-' : String(places.get(event.cause) ?? '?');
    return `${cause} ${lineOf(event)}`;
  });
}

function lineOf(event: FlowEvent): string {
  switch (event.kind) {
    case 'request':
      return `${event.from}> ${event.method} ${event.title}`;
    case 'response':
      return `${event.to}< ${event.status ?? 'failed'} ${event.word ?? event.code ?? ''}`.trimEnd();
    case 'opened':
      return `opened ${event.where}`;
    case 'callback':
      return `callback ${event.outcome}`;
    case 'decision':
      return `${event.decision} ${event.text}`;
    case 'step':
      return `${event.subject} ${event.from ?? 'new'} > ${event.to}`;
    case 'batch':
      return `batch ${event.settled}/${event.rejected}`;
    case 'clock':
      return `clock ${event.mode}`;
    case 'operator':
      return `operator ${event.title}`;
    case 'reset':
      return `reset ${event.how}`;
    case 'note':
      return `note ${event.text}`;
    case 'rewound':
      return `rewound ${event.to}`;
  }
}
