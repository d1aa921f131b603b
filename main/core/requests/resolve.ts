/** Looks up the operation and the deliberate fault of a composed request. */
import { HostError } from '../../../shared/contract/envelope.ts';
import type { BankSchemas } from '../environments/openapi.ts';
import type { Fault } from '../../../shared/faults/fault.ts';
import { faultById } from '../../../shared/faults/faults.ts';
import { type HttpRequest, httpOf } from '../../../shared/requests/http.ts';
import { type ComposedRequest, hasLongPath, LONG_PATH } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Operation } from '../../../shared/xs2a/operations.ts';
import { MAX_REQUEST_FIELDS } from '../../../shared/limits.ts';

const t = texts.core.resolve;

export interface ResolvedRequest extends HttpRequest {
  /** Null if the catalogue has no operation for this method and path. */
  operation: Operation | null;
  fault: Fault | null;
}

/** @throws HostError for unreadable raw text, excess fields, a long path, or an unknown operation or fault */
export function resolve(request: ComposedRequest): ResolvedRequest {
  if (request.raw !== null) throw new HostError('bad-input', t.notUnderstood);
  if (hasLongPath(request)) throw new HostError('bad-input', LONG_PATH);
  const http = httpOf(request);
  if (http === null) throw new HostError('bad-input', t.unknownOperation(request.operation));
  if (
    [request.params, request.query, request.headers].some(
      (one) => Object.keys(one).length > MAX_REQUEST_FIELDS,
    )
  )
    throw new HostError('bad-input', texts.core.request.tooManyFields(MAX_REQUEST_FIELDS));
  return { ...http, fault: faultOf(request.fault) };
}

/** At a bank with an OpenAPI document, that takes the place of the catalogue. */
export function atBank<Request extends ResolvedRequest>(request: Request, schemas: BankSchemas): Request {
  return schemas === null || schemas === 'specification' ? request : { ...request, operation: null };
}

/** @throws HostError for an unknown id */
export function faultOf(id: string | null): Fault | null {
  if (id === null) return null;
  const fault = faultById(id);
  if (fault === null) throw new HostError('bad-input', t.unknownFault(id));
  return fault;
}
