/** The browser of a PSU who approves or aborts. */
import { type Journey, type Persona, visit } from '../../main/core/runs/psu-browser.ts';

/** @returns the address that the bank redirects to @throws PageError */
export async function approveAt(
  href: string,
  persona: Persona,
  journey: Journey,
): Promise<{ redirect: URL }> {
  const { last } = await visit(href, persona, journey);
  if (last.at !== 'redirect') throw new Error(`The visit ended at ${last.address}.`);
  return { redirect: new URL(last.href) };
}
