/** The OpenAPI documents of environments: what requests are made of there, and what bodies and answers are checked by. */
import type { Environment } from './environments.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { MAX_OPENAPI_CHARS } from '../../../shared/limits.ts';
import type { Database } from '../../../shared/node/sqlite.ts';
import { type OpenApiDocument, openApiDocumentSchema } from '../../../shared/openapi/document.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.openApi;

export interface OpenApiSummary {
  title: string;
  version: string;
  operations: number;
}

export class OpenApiDocuments {
  private readonly db: Database;
  /** The document that was read last: usually that of the environment in use. */
  private last: { id: string; text: string; document: OpenApiDocument } | null = null;

  constructor(db: Database) {
    this.db = db;
  }

  /** @param text of the document as the worker has made it @throws HostError if it is too large */
  bind(id: string, text: string): OpenApiSummary {
    if (text.length > MAX_OPENAPI_CHARS)
      throw new HostError('bad-input', t.tooLarge(MAX_OPENAPI_CHARS / 1e6));
    const summary = summaryOf(openApiDocumentSchema.parse(JSON.parse(text)));
    this.db
      .prepare(
        'INSERT OR REPLACE INTO environment_openapi (environment_id, summary, document) VALUES (?, ?, ?)',
      )
      .run(id, JSON.stringify(summary), text);
    return summary;
  }

  unbind(id: string): void {
    this.db.prepare('DELETE FROM environment_openapi WHERE environment_id = ?').run(id);
  }

  /** Null for an environment without a document. */
  summary(id: string): OpenApiSummary | null {
    const text = this.db
      .prepare<[string], string>('SELECT summary FROM environment_openapi WHERE environment_id = ?')
      .pluck()
      .get(id);
    return text === undefined ? null : (JSON.parse(text) as OpenApiSummary);
  }

  /** Null for an environment without a document. */
  read(id: string): OpenApiDocument | null {
    const text = this.db
      .prepare<[string], string>('SELECT document FROM environment_openapi WHERE environment_id = ?')
      .pluck()
      .get(id);
    if (text === undefined) return null;
    if (this.last?.id !== id || this.last.text !== text)
      this.last = { id, text, document: openApiDocumentSchema.parse(JSON.parse(text)) };
    return this.last.document;
  }

  schemasOf({ id, kind }: Pick<Environment, 'id' | 'kind'>): BankSchemas {
    return kind === 'bank' ? this.read(id) : 'specification';
  }
}

/** What bodies are checked by: the schemas of the specification, or those of a bank's document; null for none. */
export type BankSchemas = 'specification' | OpenApiDocument | null;

function summaryOf({ title, version, operations }: OpenApiDocument): OpenApiSummary {
  return { title, version, operations: operations.length };
}
