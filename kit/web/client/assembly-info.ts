import { endpoint } from '@kaopei/contract'
import { z } from 'zod'
import { rememberAppKey } from './app-key.ts'
import { rebaseClock } from './clock.ts'
import { report } from './error-policy.ts'
import { hostDomain, rememberDomain } from './org-domain.ts'
import { dataOf, requestOf, send } from './request.ts'

const company = z.object({
  name: z.string(),
  logoUrl: z.string().nullish(),
  webIcon: z.string().nullish(),
  domain: z.string(),
})
const answer = z.object({
  publicKey: z.string(),
  appKey: z.string(),
  serverTime: z.string(),
  platformTitle: z.string(),
  company,
  features: z.record(z.string(), z.unknown()).default({}),
})
export type AssemblyInfo = z.output<typeof answer>

const init = endpoint({
  path: '/init/assemblyInfo',
  summary: '部署与企业的公开信息',
  access: 'public',
  unsigned: true,
  audit: 'read',
  input: z.object({ domain: z.string() }),
})

let known: Promise<AssemblyInfo> | undefined

/** What a visitor may know of the deployment: keys, server time, title, the company. Asked once; a failure is forgotten. */
export function assemblyInfo(): Promise<AssemblyInfo> {
  known ??= ask().catch((error: unknown) => {
    known = undefined
    report(error, init.facts.path)
    throw error
  })
  return known
}

async function ask(): Promise<AssemblyInfo> {
  const startedAt = performance.now()
  const response = await send(init, requestOf(init, { domain: hostDomain() }))
  const info = answer.parse(await dataOf(response))
  rebaseClock(info.serverTime, performance.now() - startedAt)
  rememberAppKey(info.appKey)
  rememberDomain(info.company.domain)
  return info
}
