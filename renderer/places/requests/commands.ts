/** The palette's commands for requests: the composer's actions, every operation of the bank, and every step of the collections. */
import { texts } from '../../../shared/texts/texts.ts';
import { OPERATIONS } from '../../../shared/xs2a/operations.ts';
import { readPasted } from '../../../shared/interchange/pasted.ts';
import { useFrame } from '../../state/frame.ts';
import { type Command, command } from '../../state/place.ts';
import { useRecording } from '../../state/recording.ts';
import { enterBody, showPane, openAndReveal } from '../../state/requests/navigation.ts';
import { redo, undo } from '../../state/requests/editing.ts';
import { showImport } from '../../state/requests/interchange.ts';
import { choose, duplicate, newTab, closeAll, closeOthers, reopen } from '../../state/requests/opening.ts';
import { deedOf, moreOf, stepsIn } from '../../state/requests/search.ts';
import { openPasted } from '../../state/requests/pasting.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { rootOf } from '../../state/requests/tree.ts';
import { send } from '../../state/requests/sending.ts';

const t = texts.requests.tabs;
const pasting = texts.requests.pasting;

/** Opens what was pasted, if it is a request. */
export function pastedCommands(text: string): Command[] {
  const pasted = readPasted(text);
  if (pasted === null) return [];
  const names = pasted.steps.map(({ name }) => name).join(', ');
  const open = () => {
    useFrame.getState().go('requests');
    openPasted(pasted);
  };
  const label = pasting.open(names === '' ? pasting.nothingIn : names);
  return [{ id: 'pasted', group: pasting.pasted, label, run: open }];
}

export function requestCommands(): Command[] {
  const { go } = useFrame.getState();
  const inRequests = (run: () => void) => () => {
    go('requests');
    run();
  };
  const action = (label: string, run: () => void, hint?: string) =>
    command(texts.requests.name, label, inRequests(run), hint);
  return [
    action(texts.requests.composer.send, () => void send(), texts.requests.composer.ctrlEnter),
    command(
      texts.requests.name,
      texts.requests.commands.save,
      () => showPane('save'),
      texts.requests.composer.ctrlS,
    ),
    command(texts.requests.name, texts.requests.commands.asCode, () => showPane('code')),
    command(texts.common.workbench, texts.recording.startHint, () => useRecording.setState({ asks: true })),
    action(t.newTab, newTab),
    action(t.duplicateTab, duplicate),
    action(t.closeOthers, closeOthers),
    action(t.closeAll, closeAll),
    action(t.reopen, reopen),
    { ...action(texts.requests.interchange.import, showImport), more: texts.requests.commands.importIsOf },
    action(t.undo, undo, t.ctrlZ),
    action(t.redo, redo, t.ctrlShiftZ),
    ...OPERATIONS.map(({ id, title, method, path, body }) => ({
      id,
      group: texts.requests.commands.operations,
      label: title,
      hint: `${method} ${path}`,
      run: inRequests(() => {
        choose(id);
        // What is written there comes next.
        if (body === 'json') enterBody();
      }),
    })),
    ...stepsIn(rootOf(useSaved.getState())).map(({ node, folders }) => ({
      id: `step-${encodeURIComponent(node.path)}`,
      group: texts.requests.savedTree.title,
      label: node.name,
      hint: [...folders, deedOf(node)].filter(Boolean).join(' › '),
      more: moreOf(node),
      run: inRequests(() => openAndReveal(node.entry)),
    })),
  ];
}
