/** What the resources need of the bank. */
import type { BankClock } from '../clock.ts';
import type { ScaAsk } from '../gate/gate.ts';
import type { AccessStore } from '../store/access.ts';
import type { CustomerStore } from '../store/customers.ts';
import type { Link } from '../../shared/xs2a/schemas.ts';

export interface Services {
  access: AccessStore;
  customers: CustomerStore;
  clock: BankClock;
  startSca: (ask: ScaAsk) => Record<string, Link>;
  /** SBX-1. */
  reset: () => void;
}
