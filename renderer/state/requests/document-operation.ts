/** The operation of the active request in the OpenAPI document of the environment in use. */
import { operationFor } from '../../../shared/openapi/document.ts';
import { lineOf } from '../../../shared/requests/compose.ts';
import { useOpenApi } from '../environments.ts';
import { useActiveTab } from './store.ts';

type Listed = NonNullable<ReturnType<typeof useOpenApi.getState>['document']>['operations'][number];

/** Null if the document does not have it; undefined without a document. */
export function useDocumentOperation(): Listed | null | undefined {
  const document = useOpenApi((store) => store.document);
  return useActiveTab(({ request }) => {
    const { method, path } = lineOf(request);
    return document === null ? undefined : operationFor(document, method, path);
  });
}
