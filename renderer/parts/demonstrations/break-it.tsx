/** *Break it* on the stage: sends the request of the step once more, with a fault of the presenter's choice. */
import { useEffect, useRef, useState } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { faultsFor } from '../../../shared/faults/faults.ts';
import { operationOf } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { Kbd } from '../../ui/labels.tsx';
import { moveInMenu } from '../../ui/keyboard.ts';
import { Popover } from '../../ui/popover.tsx';
import { FaultList } from '../../ui/fault-list.tsx';
import styles from './presentation.module.css';

const t = texts.demonstrations;

/** @param props.exchange id of the exchange of the request */
export function BreakIt(props: { exchange: string; isOpen: boolean; onToggle: (isOpen: boolean) => void }) {
  const { exchange: id, isOpen, onToggle } = props;
  const { breakIt, state } = useDemonstrations();
  const [exchange, setExchange] = useState<Exchange | null>(null);
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    host
      .call('history.read', { id })
      .then(setExchange)
      .catch((error: unknown) => useDemonstrations.setState({ problem: messageOf(error) }));
  }, [id]);
  // The list may come after the panel has opened.
  useEffect(() => search.current?.focus(), [exchange, isOpen]);
  const operation = exchange?.id === id ? operationOf({ operation: exchange.operation ?? '' }) : null;
  return (
    <Popover
      look="plain"
      label={t.breakIt}
      isOpen={isOpen}
      onToggle={onToggle}
      button={
        <>
          <span className={styles.word}>{t.breakIt}</span> <Kbd>{t.breakKey}</Kbd>
        </>
      }
    >
      {exchange !== null && operation !== null && (
        <div className={styles.faults} onKeyDown={moveInMenu} role="presentation">
          <FaultList
            faults={faultsFor(operation, exchange.requestBody !== '', exchange.prepared)}
            search={search}
            chosen={state.playing?.broken?.fault ?? null}
            onChoose={(fault) => void breakIt(fault)}
          />
        </div>
      )}
    </Popover>
  );
}
