/** Control calls for operations: probes and metrics. */
import { z } from 'zod';
import { controlCall } from '../call.ts';
import { controlError, ok } from '../reply.ts';
import { EXPOSITION_TYPE } from '../metrics.ts';

const group = 'Service';

export const STOPPING = 'The bank is stopping: it answers what has arrived and accepts no more.';

const METRICS_EXAMPLE = `# HELP tpp_bank_requests_total Requests of TPPs that were answered, by operation and status.
# TYPE tpp_bank_requests_total counter
tpp_bank_requests_total{operation="listAccounts",status="200"} 12
`;

export const SERVICE_CALLS = [
  controlCall({
    id: 'readHealth',
    group,
    title: 'Read health',
    summary: 'Whether the process answers. It needs no token, so that a probe can ask.',
    method: 'GET',
    path: '/control/health',
    open: true,
    answer: { schema: z.object({ healthy: z.literal(true) }), example: { healthy: true } },
    run: () => ok({ healthy: true }),
  }),
  controlCall({
    id: 'readReadiness',
    group,
    title: 'Read readiness',
    summary: 'Whether the bank accepts requests of TPPs. It needs no token, so that a probe can ask.',
    method: 'GET',
    path: '/control/ready',
    open: true,
    answer: { schema: z.object({ ready: z.literal(true) }), example: { ready: true } },
    refusals: { 503: STOPPING },
    run: ({ service }) => {
      const reason = service.unready();
      return reason === null ? ok({ ready: true }) : controlError(503, reason);
    },
  }),
  controlCall({
    id: 'readMetrics',
    group,
    title: 'Read metrics',
    summary:
      'Counts and durations since the start, for Prometheus. Labels are operations, rules and statuses; never ids, paths or names.',
    method: 'GET',
    path: '/control/metrics',
    answer: { type: EXPOSITION_TYPE, text: METRICS_EXAMPLE },
    run: ({ service }) => ({ status: 200, type: EXPOSITION_TYPE, text: service.metrics() }),
  }),
];
