/** The Requests view: tree, request and response, with splitters. */
import { useEffect, useMemo, useRef } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { PointingContext } from '../../value-menu/value-buttons.tsx';
import { ValueMenu } from '../../value-menu/value-menu.tsx';
import { ResponsePane } from '../../parts/response/response-pane.tsx';
import { ActsAs, EndedSca } from '../../parts/sca/sca-notes.tsx';
import { CallbackPanel, PsuPage } from '../../parts/sca/sca-panel.tsx';
import { coversResponse, useSca } from '../../state/sca.ts';
import { useStatus } from '../../state/status.ts';
import { useDocumentOperation } from '../../state/requests/document-operation.ts';
import { useInterchange } from '../../state/requests/interchange.ts';
import { prepare } from '../../state/requests/editing.ts';
import { useTree } from '../../state/requests/tree.ts';
import { shownResponse } from '../../state/requests/tabs.ts';
import { callLink, cancel } from '../../state/requests/sending.ts';
import { useActiveTab, useRequests } from '../../state/requests/store.ts';
import { Above, Columns, Splitter, useSplit, useWindowSize } from '../../ui/columns.tsx';
import { Note } from '../../ui/messages.tsx';
import { remediesFor } from './response/remedies.ts';
import { FolderPane } from './tree/folder-pane.tsx';
import { Composer } from './composer/composer.tsx';
import { OfOtherBank, WaitsForBank } from './response/response-notes.tsx';
import { InterchangePane } from './interchange/interchange-pane.tsx';
import { StepPane } from './steps/step-pane.tsx';
import { TabBar } from './tab-bar.tsx';
import { OperationTree } from './tree/operation-tree.tsx';

const t = texts.requests.place;

/** Default widths: request and response share what the rail and the tree leave. */
function sizesIn(width: number): [tree: number, response: number] {
  if (width <= 1240) return [184, 400];
  const tree = width <= 1360 ? 226 : 236;
  return [tree, Math.round((width - 88 - tree) / 2)];
}

export function RequestsPlace() {
  const exchange = useActiveTab(shownResponse);
  const isOfEarlier = useActiveTab((tab) => tab.exchange === null);
  const request = useActiveTab((tab) => tab.request);
  const ofDocument = useDocumentOperation();
  const remedies = useMemo(() => remediesFor(request, exchange, ofDocument), [request, exchange, ofDocument]);
  const shown = useTree((store) => store.shown);
  const task = useInterchange((store) => store.task);
  const sending = useRequests((state) => state.sending);
  const received = useRequests((state) => state.received);
  // They determine the headers, and whether requests can be signed.
  const circumstances = useStatus(({ status }) =>
    [
      status?.psu?.psuId,
      status?.certificate.id,
      status?.environment.name,
      status?.environment.baseUrl,
      status?.vault.state,
    ].join(' '),
  );
  const environment = useStatus(({ status }) => status?.environment.name ?? null);
  const answeredBy = exchange?.environment ?? null;
  const isElsewhere = answeredBy !== null && environment !== null && answeredBy !== environment;
  const sca = useSca();
  const atBank = useRequests((state) => coversResponse(sca, state));
  const [treeSize, responseSize] = sizesIn(useWindowSize().width);
  const tree = useSplit('tree', treeSize, 140, 420);
  const responseWidth = useSplit('answer', responseSize, 320, 900);
  // At high zoom, the panes are stacked (`Columns`): scrolls to a new response.
  const panes = useRef<HTMLElement>(null);
  const exchangeId = exchange?.id;
  useEffect(() => {
    if (exchangeId !== undefined && window.matchMedia('(max-width: 960px)').matches)
      panes.current?.lastElementChild?.scrollIntoView();
  }, [exchangeId]);
  useEffect(() => {
    void prepare();
  }, [circumstances]);
  return (
    <Columns
      ref={panes}
      sizes={task === null ? [tree.size, 'rest', responseWidth.size] : [tree.size, 'rest']}
    >
      <OperationTree />
      <Splitter label={t.treeWidth} split={tree} side="left" />
      {task === null && shown === null && (
        <Above label={texts.requests.tabs.title}>
          <TabBar />
        </Above>
      )}
      {task !== null ? (
        <InterchangePane task={task} />
      ) : shown === null ? (
        <Composer />
      ) : shown.kind === 'folder' ? (
        <FolderPane key={shown.path} path={shown.path} />
      ) : (
        <StepPane path={shown.path} />
      )}
      {task === null && <Splitter label={t.responseWidth} split={responseWidth} side="right" />}
      {task !== null ? null : atBank ? (
        <PsuPage />
      ) : shown !== null ? (
        // Not the response of the tab behind it.
        <ResponsePane
          exchange={null}
          empty={shown.kind === 'folder' ? t.folderHasNoResponse : t.stepHasNoResponse}
          notice={<CallbackPanel />}
        />
      ) : (
        <PointingContext value={true}>
          <ResponsePane
            exchange={exchange}
            notice={
              <>
                <CallbackPanel />
                <EndedSca exchange={exchange} />
                <ActsAs />
                {!isOfEarlier && <WaitsForBank exchange={exchange} disabled={sending} />}
                {isElsewhere && <OfOtherBank answeredBy={answeredBy} inUse={environment} />}
                {exchange !== null && isOfEarlier && <Note>{t.ofEarlier}</Note>}
              </>
            }
            sending={sending}
            received={received}
            onCancel={cancel}
            // Not a link of one bank to another.
            onCall={isElsewhere ? undefined : callLink}
            remedies={isOfEarlier ? [] : remedies}
          />
          <ValueMenu exchange={exchange} />
        </PointingContext>
      )}
    </Columns>
  );
}
