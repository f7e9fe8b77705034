import { generateKeyPairSync } from 'node:crypto'
import type { Endpoint } from '@kaopei/contract'
import { loadPasswordKeys } from '@kaopei/identity/server'
import { modulesOf } from '../modules.ts'

/** Every call of the product, without a server. */
export function endpointsDeclared(): Endpoint[] {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keys = loadPasswordKeys({ dataDir: '', pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() })
  return modulesOf(keys).flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
}
