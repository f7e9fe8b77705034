/** Arranges and looks at what a journey needs by the same signed calls that the screens make. */
import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionCalls } from '@kaopei/identity/contract/session'
import { inject } from 'vitest'
import { z } from 'zod'
import { DemoClient } from '../../apps/server/demo/client.ts'
import { accountOf } from '../people.ts'
import type { DemoAccount } from '../setup.ts'

/** Which product is asked. */
export interface ProductPlace {
  readonly url: string
  readonly dataDir: string
}

const common = (): ProductPlace => ({ url: inject('baseUrl'), dataDir: inject('dataDir') })

/** A client in a session of its own. */
export async function signedIn(
  account: Pick<DemoAccount, 'account' | 'password' | 'tenantDomain'>,
  system: 'console' | 'candidate' = 'console',
  place = common(),
): Promise<DemoClient> {
  const carry = carryTo(place.url)
  const client = new DemoClient(carry, readFileSync(join(place.dataDir, 'secret'), 'utf8').trim(), () => new Date())
  const password = await sealed(account.password, carry)
  client.enter(
    await client.call(sessionCalls.login, {
      account: account.account,
      password,
      tenantDomain: account.tenantDomain,
      autoLogin: 0,
      system,
    }),
  )
  return client
}

let admin: Promise<DemoClient> | undefined

/** The company's administrator, in one session for all files of a worker: nobody logs in more than twenty times a minute. */
export function administrator(): Promise<DemoClient> {
  admin ??= signedIn(accountOf('企业管理员'))
  return admin
}

const assembly = z.object({ data: z.object({ publicKey: z.string() }) })

/** As the browser sends a password. */
export async function sealed(password: string, carry = carryTo(common().url)): Promise<string> {
  const { body } = await carry({
    method: 'POST',
    url: '/init/assemblyInfo',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ domain: '' }),
  })
  const { publicKey } = assembly.parse(JSON.parse(body)).data
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(password)).toString(
    'base64',
  )
}

type Carry = ConstructorParameters<typeof DemoClient>[0]

const carryTo =
  (url: string): Carry =>
  async ({ method, url: path, headers, payload }) => {
    const response = await fetch(`${url}${path}`, { method, headers, ...(payload !== undefined && { body: payload }) })
    return { status: response.status, body: await response.text() }
  }
