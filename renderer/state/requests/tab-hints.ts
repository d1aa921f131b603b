/** What tells tabs of the same name apart: their amount, their path, or their place among them. */
import { aboveOf } from '../../../shared/collections/tree.ts';
import { amountText } from '../../../shared/money/money.ts';
import { shownPath } from '../../../shared/requests/compose.ts';
import type { Tab } from './tabs.ts';

/** @param nameOf what a tab is called @returns by the id of the tab; none for a tab whose name is its own */
export function hintsOf(tabs: readonly Tab[], nameOf: (tab: Tab) => string): ReadonlyMap<string, string> {
  const alike = Map.groupBy(tabs, nameOf);
  return new Map(
    [...alike.values()].flatMap((group) => {
      if (group.length < 2) return [];
      const same = Map.groupBy(group, about);
      return group.map((tab): [string, string] => {
        const text = about(tab);
        const others = same.get(text) ?? [];
        const number = others.length < 2 ? [] : [`#${others.indexOf(tab) + 1}`];
        return [tab.id, [...number, ...(text === '' ? [] : [text])].join(' · ')];
      });
    }),
  );
}

function about({ path, request }: Tab): string {
  if (path !== null) return aboveOf(path);
  const amount = /"amount"\s*:\s*"([^"{}]{1,20})"/.exec(request.body)?.[1];
  const currency = /"currency"\s*:\s*"([A-Z]{3})"/.exec(request.body)?.[1];
  return [
    ...(amount === undefined ? [] : [currency === undefined ? amount : amountText({ amount, currency })]),
    shownPath(request).replace(/^\/v1\//, ''),
  ].join(' · ');
}
