/** The file that `spaces --config` names: every option of the command line under its own name. */
import { z } from 'zod';
import { PROGRAM_FIELDS, typedIn } from '../program-options.ts';
import { given, pathsOf, readConfig, schemaTextOf } from '../read-config.ts';

const configSchema = z.strictObject({
  $schema: z.string().optional(),
  ...PROGRAM_FIELDS,
  'control-url': z
    .string()
    .optional()
    .describe('Address by which others reach the control listener, if a proxy is in front of it.'),
  ports: z
    .string()
    .optional()
    .describe('Ports of the spaces, such as 20000-21999: two for each. 0 takes any free ones.'),
  data: z.string().optional().describe('Data folder.'),
  most: z.int().min(1).optional().describe('The largest number of spaces. 200 if left out.'),
  idle: z
    .number()
    .min(0)
    .optional()
    .describe('Minutes without use after which a space goes to sleep; 0 for never. 30 if left out.'),
});

/** The JSON Schema of the file. */
export function spacesConfigSchema(): string {
  return schemaTextOf(configSchema, {
    title: 'The configuration of the spaces of TPP Workbench',
    description: 'For "tpp-workbench spaces --config FILE". Paths are relative to the folder of the file.',
  });
}

/** The options of a file as a command line gives them. @throws StartError with the file and what is wrong */
export function readSpacesConfig(file: string) {
  const {
    $schema: _,
    data,
    most,
    idle,
    'control-url': controlUrl,
    ports,
    ...shared
  } = readConfig(file, configSchema);
  const path = pathsOf(file);
  return {
    ...typedIn(shared, path),
    ...given({
      'control-url': controlUrl,
      ports,
      data: data === undefined ? undefined : path(data),
      most: most?.toString(),
      // Without an exponent.
      idle: idle?.toFixed(3),
    }),
  };
}
