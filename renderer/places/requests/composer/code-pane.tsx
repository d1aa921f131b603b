/** The active tab as a program that signs and sends it. */
import { understood } from '../../../../shared/requests/compose.ts';
import { CodePane as Code } from '../../../parts/code/code-pane.tsx';
import { activeTab, useActiveTab } from '../../../state/requests/store.ts';
import styles from './composer.module.css';

export function CodePane({ onClose }: { onClose: () => void }) {
  const prepared = useActiveTab((tab) => tab.prepared);
  const hasFault = useActiveTab(({ request }) => request.fault !== null);
  return (
    <Code
      className={styles.lower}
      order={order}
      // It changes with the draft, the environment and the certificate.
      version={prepared}
      signs={prepared?.signing.replaced !== true}
      hasFault={hasFault}
      onClose={onClose}
    />
  );
}

function order() {
  const { request, path, run, tests } = activeTab();
  return { request: { ...understood(request), change: tests.change }, path, run };
}
