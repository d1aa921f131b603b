/** Under a PATC: what is missing, and the SCA of the second signer. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { scaStartOf, startAnotherSca } from '../../state/another-sca.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import layout from '../../ui/layout.module.css';

const t = texts.requests.place;

/** One signature of several. */
const PARTLY = 'PATC';

export function SecondSigner({ exchange, disabled }: { exchange: Exchange | null; disabled: boolean }) {
  const path = exchange === null ? null : secondScaOf(exchange);
  if (path === null) return null;
  return (
    <Note as="div">
      <Badge tone="plain">{PARTLY}</Badge>
      <span className={layout.grow}>{t.secondSigner}</span>
      <Button size="small" disabled={disabled} onClick={() => void startAnotherSca(path)}>
        {t.startSecondSca}
      </Button>
    </Note>
  );
}

/** Where the SCA of a second signer starts, if that is what the status of a payment or a basket waits for. */
function secondScaOf({ path, response }: Exchange): string | null {
  const [, status] = /"transactionStatus"\s*:\s*"([A-Z]{4})"/.exec(response?.body ?? '') ?? [];
  return status === PARTLY ? scaStartOf(path) : null;
}
