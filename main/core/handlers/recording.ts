/** Recording a collection. */
import type { Recording } from '../collections/recording.ts';
import type { Of } from './handler.ts';

export interface RecordingHandlerParts {
  recording: Pick<Recording, 'discard' | 'save' | 'start' | 'stop' | 'view'>;
}

export function recordingHandlers({ recording }: RecordingHandlerParts): Of<'recording'> {
  return {
    'recording.read': () => recording.view(),
    'recording.start': ({ reset }) => {
      recording.start(reset);
      return {};
    },
    'recording.stop': () => {
      recording.stop();
      return {};
    },
    'recording.discard': () => {
      recording.discard();
      return {};
    },
    'recording.save': ({ name }) => ({ path: recording.save(name) }),
  };
}
