import type { Plugin } from 'vite'

const file = '/zod/v4/classic/schemas.js'
const makers = 'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";'
const noMakers = `const noJsonSchema = () => { throw new Error('browsers describe no schemas: see kit/web/build') };
const createStandardJSONSchemaMethod = () => noJsonSchema;
const createToJSONSchemaMethod = () => noJsonSchema;`
const describers = /^ *inst\._zod\.processJSONSchema = \(ctx, json, params\) => processors\.\w+\(inst, ctx, json, params\);\n/gm

/** Schemas of the browser check input and are never turned into JSON schemas; the code for that would be a fifth of zod. */
export function withoutJsonSchemas(): Plugin {
  return {
    name: 'without-json-schemas',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith(file)) return undefined
      const mended = code.replace(makers, noMakers).replace(describers, '')
      if (/processJSONSchema|to-json-schema/.test(mended)) this.error(`${file} has changed: look how it makes JSON schemas now`)
      return mended
    },
  }
}
