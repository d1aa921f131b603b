/** One-click remedies for a refusal: undo deliberate faults and manual changes first. */
import type { Exchange } from '../../../../shared/contract/exchange.ts';
import { faultById } from '../../../../shared/faults/faults.ts';
import { nearestPath } from '../../../../shared/names.ts';
import { lineOf } from '../../../../shared/requests/compose.ts';
import { requestOf } from '../../../../shared/requests/http.ts';
import type { KnownRequest } from '../../../../shared/requests/request.ts';
import { usualSpelling } from '../../../../shared/requests/raw-text.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { readCertificateHeader, tppOf } from '../../../../shared/signing/certificate.ts';
import { OPERATIONS } from '../../../../shared/xs2a/operations.ts';
import { NOT_REGISTERED } from '../../../../shared/xs2a/operator-input.ts';
import { host } from '../../../host.ts';
import type { Remedy } from '../../../parts/response/mend.tsx';
import { useOpenApi } from '../../../state/environments.ts';
import type { DocumentOperation } from '../../../state/requests/document-operation.ts';
import { edit, setFault, setQuery } from '../../../state/requests/editing.ts';
import { send } from '../../../state/requests/sending.ts';

const t = texts.response.pane;

/** @param request as it was sent @param ofDocument its operation in the OpenAPI document of the environment, if it has one */
export function remediesFor(
  request: KnownRequest,
  exchange: Exchange | null,
  ofDocument: DocumentOperation | null | undefined,
): Remedy[] {
  const { fault, headers, line, body } = request;
  const remedies: Remedy[] = [];
  if (fault !== null)
    remedies.push({
      text: t.broken(faultById(fault)?.title ?? fault),
      action: t.fix,
      act: after(() => setFault(null)),
    });
  const sent = exchange?.prepared.headers ?? [];
  const spelled = (name: string) =>
    sent.find((header) => header.name.toLowerCase() === name)?.name ?? usualSpelling(name);
  const named = (fits: (value: string) => boolean) =>
    Object.entries(headers).flatMap(([name, value]) =>
      fits(value) && ofDocument?.headers[name] !== value ? [spelled(name)] : [],
    );
  const set = named((value) => value !== '');
  // Headers with an empty value are not sent.
  const left = named((value) => value === '');
  if (line !== null && !ofDocument) set.push(t.lineSetByHand);
  const meant = exchange?.response?.status === 404 ? meantBy(request) : null;
  if (meant !== null)
    remedies.push({
      text: t.inCatalogue(`${meant.method} ${meant.path.split('?', 1)[0] ?? ''}`),
      action: t.sendTo(meant.path),
      act: after(() =>
        edit('line', requestOf({ ...meant, headers: Object.entries(headers), body }, request)),
      ),
    });
  const own = [
    ...(set.length === 0 ? [] : [t.setByHand(set.join(', '))]),
    ...(left.length === 0 ? [] : [t.leftOutByHand(left.join(', '))]),
  ];
  if (own.length > 0)
    remedies.push({
      text: own.join(' '),
      action: t.clearSetByHand,
      act: after(() =>
        edit('overrides', ofDocument ? { headers: ofDocument.headers } : { headers: {}, line: null }),
      ),
    });
  // PAY-16.
  if (exchange?.explanation?.rule === 'PAY-16')
    remedies.push({
      text: t.duplicate,
      action: t.allowDuplicate,
      act: after(() => setQuery('allowLogicalDuplicate', 'true')),
    });
  const unregistered = exchange === null ? null : unregisteredIn(exchange);
  if (unregistered !== null)
    remedies.push({
      text: t.notRegistered(unregistered.name),
      action: t.register,
      act: async () => {
        await host.call('bank.registerTpp', unregistered);
        await send();
      },
    });
  return remedies;
}

/** The line with the nearest path of the catalogue, or of the environment's document; null if the path is in it, or near none. */
function meantBy(request: KnownRequest): ReturnType<typeof lineOf> | null {
  const { method, path } = lineOf(request);
  const operations = useOpenApi.getState().document?.operations ?? OPERATIONS;
  const bare = path.split('?', 1)[0] ?? '';
  const near = nearestPath(
    bare,
    operations.filter((one) => one.method === method).map((one) => one.path),
  );
  return near === null || near === bare ? null : { method, path: near + path.slice(bare.length) };
}

/** SIG-12: the TPP of the certificate that was sent, if the local bank refused it because it is not registered. */
function unregisteredIn({ explanation, prepared }: Exchange): { id: string; name: string } | null {
  if (explanation?.rule !== 'SIG-12' || !explanation.text.includes(NOT_REGISTERED)) return null;
  const sent = prepared.headers.find(({ name }) => name.toLowerCase() === 'tpp-signature-certificate');
  const { id, name } = tppOf(readCertificateHeader(sent?.value ?? ''));
  return { id, name };
}

function after(change: () => void): () => Promise<void> {
  return () => {
    change();
    return send();
  };
}
