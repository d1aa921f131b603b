/** Operations of the OpenAPI document of the environment in use, and the parameters of a request by them. */
import { operationFor } from '../../../shared/openapi/document.ts';
import { filledLine, lineOf, parametersIn } from '../../../shared/requests/compose.ts';
import { type KnownRequest, operationOf } from '../../../shared/requests/request.ts';
import type { Operation } from '../../../shared/xs2a/operations.ts';
import { useOpenApi } from '../environments.ts';
import { edit, setParam, setQuery } from './editing.ts';
import { activeTab, useActiveTab } from './store.ts';

type Document = ReturnType<typeof useOpenApi.getState>['document'];
export type DocumentOperation = NonNullable<Document>['operations'][number];

/** Null if the document does not have it; undefined without a document. */
export function documentOperationOf(
  document: Document,
  request: KnownRequest,
): DocumentOperation | null | undefined {
  const { method, path } = lineOf(request);
  return document === null ? undefined : operationFor(document, method, path);
}

/** That of the active request. */
export function useDocumentOperation(): DocumentOperation | null | undefined {
  const document = useOpenApi((store) => store.document);
  return useActiveTab(({ request }) => documentOperationOf(document, request));
}

interface Parameters {
  operation: {
    path: string;
    choices?: Readonly<Record<string, readonly string[]>>;
    query: readonly Pick<Operation['query'][number], 'name' | 'text' | 'values'>[];
  };
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  setParam: (name: string, value: string) => void;
  /** @param value null to remove the parameter */
  setQuery: (name: string, value: string | null) => void;
}

/** The parameters of the active request, by the document or the catalogue. */
export function useParameters(): Parameters {
  const ofDocument = useDocumentOperation();
  const request = useActiveTab((tab) => tab.request);
  if (!ofDocument)
    return {
      operation: operationOf(request),
      params: request.params,
      query: request.query,
      setParam,
      setQuery,
    };
  const change = (kind: string, by: (values: ReturnType<typeof parametersIn>) => void) => {
    const values = parametersIn(ofDocument, lineOf(activeTab().request).path);
    by(values);
    const { method, path } = filledLine(ofDocument, values.params, values.query);
    edit(kind, { line: `${method} ${path}` });
  };
  return {
    operation: ofDocument,
    ...parametersIn(ofDocument, lineOf(request).path),
    setParam: (name, value) => change(`param ${name}`, ({ params }) => (params[name] = value)),
    setQuery: (name, value) =>
      change(`query ${name}`, ({ query }) => {
        if (value === null) delete query[name];
        else query[name] = value;
      }),
  };
}
