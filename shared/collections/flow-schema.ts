/** The JSON Schemas of flow files and of `collection.yaml`, for editors. */
import { z } from 'zod';
import { collectionFileSchema, flowFileSchema } from './flow-file.ts';

export const flowSchema = () => schemaText(flowFileSchema, 'A flow of the TPP Workbench');

export const collectionSchema = () => schemaText(collectionFileSchema, 'A collection of the TPP Workbench');

function schemaText(schema: z.ZodType, title: string): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`;
}
