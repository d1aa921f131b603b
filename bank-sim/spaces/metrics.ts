/** What the service reports to Prometheus. The names of spaces are labels: whoever makes spaces chooses them, and --most bounds their number. */
import { counter, exposed, gauge, one } from '../control/exposition.ts';
import { processFamilies } from '../control/metrics.ts';
import type { Spaces } from './spaces.ts';

export function spacesMetrics(spaces: Spaces): string {
  const all = spaces.all();
  const states = (['awake', 'asleep', 'unusable'] as const).map(
    (state) => [{ state }, all.filter((space) => space.state === state).length] as const,
  );
  const each = (what: 'requests' | 'refusals' | 'wakes') =>
    all.map(({ name, counts }) => [{ space: name }, counts[what]] as const);
  return exposed([
    gauge('tpp_spaces', 'Spaces by state.', states),
    counter('tpp_spaces_made_total', 'Spaces that were made.', one(spaces.counts.made)),
    counter('tpp_spaces_ended_total', 'Spaces that were ended.', one(spaces.counts.ended)),
    counter('tpp_space_requests_total', 'Requests of TPPs that were answered, by space.', each('requests')),
    counter('tpp_space_refusals_total', 'Refused requests of TPPs, by space.', each('refusals')),
    counter('tpp_space_wakes_total', 'How often a space was started, by space.', each('wakes')),
    ...processFamilies(),
  ]);
}
