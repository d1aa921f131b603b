/** Recording a collection. */
import type { HandlerParts, Of } from './handler.ts';

export function recordingHandlers({ recording }: HandlerParts): Of<'recording'> {
  return {
    'recording.read': () => recording.view(),
    'recording.start': ({ reset }) => recording.start(reset),
    'recording.stop': () => recording.stop(),
    'recording.discard': () => recording.discard(),
    'recording.save': ({ name }) => ({ path: recording.save(name) }),
  };
}
