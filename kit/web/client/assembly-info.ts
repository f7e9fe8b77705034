import { endpoint } from '@kaopei/contract'
import { z } from 'zod'
import { rememberAppKey } from './app-key.ts'
import { rebaseClock } from './clock.ts'
import { report, reportSilently } from './error-policy.ts'
import { hostDomain, rememberDomain } from './org-domain.ts'
import { dataOf, requestOf, send } from './request.ts'
import { createStore } from './store.ts'

const company = z.object({
  name: z.string(),
  logoUrl: z.string().nullish(),
  webIcon: z.string().nullish(),
  domain: z.string(),
  timeZone: z.string().optional(),
})
const answer = z.object({
  publicKey: z.string(),
  appKey: z.string(),
  serverTime: z.string(),
  platformTitle: z.string(),
  company,
  notice: z.string().default(''),
  features: z.record(z.string(), z.unknown()).default({}),
})
const branding = answer.pick({ platformTitle: true, company: true, features: true })
export type AssemblyInfo = z.output<typeof answer>

const init = endpoint({
  path: '/init/assemblyInfo',
  summary: '部署与企业的公开信息',
  access: 'public',
  unsigned: true,
  audit: 'read',
  input: z.object({ domain: z.string() }),
})

/** What a company calls itself and looks like. */
export type Branding = z.output<typeof branding>

const storageKey = 'kaopei.company'
const store = createStore<Branding | undefined>(readStored())

/** The company's looks: those of the last visit until the server has answered. */
export const deploymentBranding = { get: store.get, subscribe: store.subscribe }

let known: Promise<AssemblyInfo> | undefined

/**
 * What a visitor may know of the deployment: keys, server time, title, the company. Asked once; a failure is forgotten. Whoever only wants to look
 * like the company asks quietly: a page works without.
 */
export function assemblyInfo({ isQuiet = false }: { readonly isQuiet?: boolean } = {}): Promise<AssemblyInfo> {
  known ??= ask().catch((error: unknown) => {
    known = undefined
    throw error
  })
  const tell = isQuiet ? reportSilently : report
  return known.catch((error: unknown) => {
    tell(error, init.facts.path)
    throw error
  })
}

/** Asks again after the company has changed its looks; whoever draws them draws the new ones. */
export function refreshAssemblyInfo(): Promise<AssemblyInfo> {
  known = undefined
  return assemblyInfo()
}

async function ask(): Promise<AssemblyInfo> {
  const startedAt = performance.now()
  const response = await send(init, requestOf(init, { domain: hostDomain() }))
  const info = answer.parse(await dataOf(response))
  rebaseClock(info.serverTime, performance.now() - startedAt)
  rememberAppKey(info.appKey)
  rememberDomain(info.company.domain)
  keep(branding.parse(info))
  return info
}

function keep(looks: Branding): void {
  const text = JSON.stringify(looks)
  if (text === JSON.stringify(store.get())) return
  store.set(looks)
  try {
    localStorage.setItem(storageKey, text)
  } catch {} // storage may be forbidden or full
}

function readStored(): Branding | undefined {
  try {
    return branding.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data
  } catch {
    return undefined
  }
}
