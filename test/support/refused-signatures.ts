/** Whether a bank has refused signatures, by its control listener. */
import { z } from 'zod';

const exchangesSchema = z.object({ exchanges: z.array(z.object({ rule: z.string().nullable() })) });

/** @returns the rules about signatures by which it has refused one of its last 1,000 requests */
export async function refusedSignatures(control: { address: string; token: string }): Promise<string[]> {
  const response = await fetch(`${control.address}/control/exchanges?limit=1000`, {
    headers: { Authorization: `Bearer ${control.token}` },
  });
  const { exchanges } = exchangesSchema.parse(await response.json());
  return exchanges.flatMap(({ rule }) => (rule?.startsWith('SIG-') === true ? rule : []));
}
