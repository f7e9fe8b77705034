import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPools, type Pools } from '@kaopei/server/postgres'
import { pino } from 'pino'
import type { Config } from './config.ts'
import { type DemoAccount, makeDemoCompany } from './demo/company.ts'
import { makeDemoCourses } from './demo/courses.ts'
import { makeEmptyCompany } from './demo/empty-company.ts'
import { playDemo } from './demo/exams.ts'
import { makeDemoGroups } from './demo/groups.ts'
import { writeDemoMessages } from './demo/messages.ts'
import { makeDemoPractices } from './demo/practices.ts'
import { makeDemoQuestionnaires } from './demo/questionnaires.ts'
import { Stage } from './demo/stage.ts'
import { assemble } from './modules.ts'
import { loadSecret } from './secret.ts'
import { demoDomain, platformDomain, wantsDemo } from './seeded.ts'

const unfinished = 'demo-unfinished'
const platform = { domain: platformDomain, name: '考培平台', isPlatform: true, role: '平台管理员' }
/** A second company, as new as companies can be: what one of them does is not seen by the other. */
const neighbour = { domain: 'yunfan', name: '云帆物流（演示）', role: '企业管理员' }

/**
 * The platform's own company and the demo companies, once. The demo gets its domain when it is complete: a seed that was killed half way is
 * put aside and made anew. With a database of one's own only the platform's company is made, unless KAOPEI_DEMO=1.
 */
export async function seedDemoOnce(
  urls: { url: string; appUrl: string },
  config: Config,
  say: (text: string) => void,
): Promise<void> {
  const pools = openPools({ ...urls, applicationName: 'kaopei-seed' })
  try {
    const accounts: DemoAccount[] = []
    if (!(await hasCompany(pools, platformDomain))) accounts.push(await makeEmptyCompany(pools, platform))
    if (wantsDemo(config) && !(await hasCompany(pools, demoDomain))) {
      say('正在生成演示企业（约 300 名员工、3 个题库、各种状态的考试、课程、练习、问卷）……')
      accounts.push(...(await makeDemo(pools, config)), await makeEmptyCompany(pools, neighbour))
    }
    if (accounts.length > 0) writeAccounts(config, accounts)
  } finally {
    await pools.close()
  }
}

async function hasCompany(pools: Pools, domain: string): Promise<boolean> {
  const { rowCount } = await pools.owner.query('select 1 from platform.company where domain = $1', [domain])
  return rowCount === 1
}

async function makeDemo(pools: Pools, config: Config): Promise<readonly DemoAccount[]> {
  await pools.owner.query(`update platform.company set domain = 'put-aside-' || substr(id::text, 25) where domain = $1`, [
    unfinished,
  ])
  const company = await makeDemoCompany(pools.owner, pools.app, unfinished, demoDomain)
  const log = pino({ level: 'silent' })
  const assembly = assemble(config, { pool: pools.app, secret: loadSecret(config), log })
  const stage = await Stage.open(assembly, pools.owner, company.id)
  try {
    await makeDemoGroups(stage, company)
    const today = new Date()
    await playDemo(stage, company, today)
    await makeDemoCourses(stage, company, today)
    await makeDemoPractices(stage, company, today)
    await makeDemoQuestionnaires(stage, company, today)
    await writeDemoMessages(stage, stage.as(company.admin, true))
  } finally {
    await stage.close()
  }
  await pools.owner.query('update platform.company set domain = $2 where domain = $1', [unfinished, demoDomain])
  return company.accounts
}

/** Passwords are made here and kept nowhere else: the file is for its owner alone. */
function writeAccounts(config: Config, accounts: readonly DemoAccount[]): void {
  const file = join(config.dataDir, 'demo-accounts.json')
  writeFileSync(file, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
}
