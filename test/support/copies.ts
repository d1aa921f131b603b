/** Many payments from one, in a snapshot of a bank: faster than thousands of approvals. */

export interface PaymentTables {
  tables: Record<'payment' | 'account' | 'internal_account', Record<string, string | number | null>[]>;
}

/**
 * Adds copies of the only payment in a snapshot, which is signed and waits for a batch, and the money that is reserved for
 * them, from the clearing account.
 * @param total how many there are then
 * @returns their ids, in the order of creation
 */
export function addCopies({ tables }: PaymentTables, total: number): string[] {
  const { payment: payments, account: accounts } = tables;
  const [first] = payments;
  if (!first || payments.length > 1) throw new Error('The bank must have exactly one payment.');
  const debtor = accounts.find(({ id }) => id === first['debtor_id']);
  if (!debtor) throw new Error('The payment has no account.');
  for (let at = 1; at < total; at++) payments.push({ ...first, id: `enc!!copy${at}` });
  const clearing = tables.internal_account.find(
    ({ kind, currency }) => kind === 'clearing' && currency === debtor['currency'],
  );
  if (!clearing) throw new Error('The bank has no clearing account of that currency.');
  const reserved = Number(first['reserved']) * (total - 1);
  debtor['reserved'] = Number(debtor['reserved']) + reserved;
  debtor['booked'] = Number(debtor['booked']) + reserved;
  clearing['booked'] = Number(clearing['booked']) - reserved;
  return payments.map(({ id }) => String(id));
}
