import { generateKeyPairSync } from 'node:crypto'
import { loadPasswordKeys } from '@kaopei/identity/server'
import { modulesOf } from '../apps/server/modules.ts'

// Every declared call as JSON, aliases included.
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keys = loadPasswordKeys({ dataDir: '', pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() })
const rows = modulesOf(keys).flatMap((module) =>
  module.endpoints.flatMap(({ endpoint: { facts, errors } }) =>
    [facts.path, ...(facts.aliases ?? [])].map((path) => ({
      method: facts.method ?? 'POST',
      path,
      summary: facts.summary,
      access: typeof facts.access === 'string' ? facts.access : [facts.access].flat().map((right) => right.code),
      audit: facts.audit,
      errors: errors.map(({ name, code }) => `${code} ${name}`),
    })),
  ),
)
process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
