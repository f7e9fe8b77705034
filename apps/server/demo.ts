import { join } from 'node:path'
import { openPools, type Pools } from '@kaopei/server/postgres'
import { pino } from 'pino'
import type { Config } from './config.ts'
import { accountsFile, keepAccounts } from './demo/accounts-file.ts'
import { makeDemoBought } from './demo/bought.ts'
import { makeDemoCertificates } from './demo/certificates.ts'
import { type DemoAccount, makeDemoCompany } from './demo/company.ts'
import { makeDemoCourses } from './demo/courses.ts'
import { makeDemoCoursewares, makeDemoPoints } from './demo/coursewares.ts'
import { makeEmptyCompany } from './demo/empty-company.ts'
import { makeDemoEvaluations } from './demo/evaluations.ts'
import { makeDemoExamDay } from './demo/exam-day/exam-day.ts'
import { playDemo } from './demo/exams.ts'
import { makeDemoFireCourse } from './demo/fire-course.ts'
import { makeDemoGroups } from './demo/groups.ts'
import { makeDemoInstructors } from './demo/instructors.ts'
import { makeDemoLoop } from './demo/loop.ts'
import { writeDemoMessages } from './demo/messages.ts'
import { makeDemoPosts } from './demo/posts.ts'
import { makeDemoPractices } from './demo/practices.ts'
import { makeDemoQuestionnaires } from './demo/questionnaires.ts'
import { makeDemoRooms } from './demo/rooms.ts'
import { makeDemoSkills } from './demo/skills.ts'
import { Stage } from './demo/stage.ts'
import { makeDemoTrainings } from './demo/trainings.ts'
import { assemble } from './modules.ts'
import { loadSecret } from './secret.ts'
import { demoDomain, isFounded, neighbourDomain, platformDomain, wantsDemo } from './seeded.ts'

const unfinished = 'demo-unfinished'
const platform = { domain: platformDomain, name: '考培平台', isPlatform: true, role: '平台管理员' }
/** A second company, as new as companies can be: what one of them does is not seen by the other. */
const neighbour = { domain: neighbourDomain, name: '云帆物流（演示）', role: '企业管理员' }

/**
 * The platform's own company and the demo companies, each once, whoever starts at the same time. The demo gets its domain when it is complete: a seed that was
 * killed half way is put aside and made anew. With a database of one's own only the platform's company is made, unless KAOPEI_DEMO=1.
 */
export async function seedDemoOnce(
  urls: { url: string; appUrl: string },
  config: Config,
  say: (text: string) => void,
): Promise<void> {
  const pools = openPools({ ...urls, applicationName: 'kaopei-seed' })
  const alone = await pools.owner.connect()
  const keep = (accounts: readonly DemoAccount[]) => keepAccounts(join(config.dataDir, accountsFile), accounts)
  try {
    await alone.query(`select pg_advisory_lock(hashtext('kaopei-seed'))`)
    const isDemoWanted = wantsDemo(config) && !(await isFounded(alone, demoDomain))
    // The demo comes last: while it is missing, so may the others be.
    for (const company of isDemoWanted ? [platform, neighbour] : [platform])
      if (!(await isFounded(alone, company.domain))) await makeEmptyCompany(pools, company, (account) => keep([account]))
    if (isDemoWanted) {
      say('正在生成演示企业（约 300 名员工、3 个题库、各种状态的考试、课程、练习、问卷、测评、培训、证书、有监考的考试）……')
      await makeDemo(pools, config, keep)
    }
  } finally {
    alone.release(true) // its lock goes with it
    await pools.close()
  }
}

async function makeDemo(pools: Pools, config: Config, keep: (accounts: readonly DemoAccount[]) => void): Promise<void> {
  await pools.owner.query(`update identity.company set domain = 'put-aside-' || substr(id::text, 25) where domain = $1`, [
    unfinished,
  ])
  const company = await makeDemoCompany(pools.owner, pools.app, unfinished, demoDomain)
  const log = pino({ level: 'silent' })
  const assembly = assemble(withoutSuppliers(config), { pool: pools.app, secret: loadSecret(config), log })
  const stage = await Stage.open(assembly, pools.owner, company)
  const seller = await Stage.open(assembly, pools.owner, { id: await platformId(pools), isPlatform: true })
  try {
    await makeDemoGroups(stage, company)
    const today = new Date()
    await playDemo(stage, company, today)
    const points = await makeDemoPoints(stage.as(company.admin, true))
    const coursewares = await makeDemoCoursewares(stage, company, { today, points })
    await makeDemoPractices(stage, company, today)
    await makeDemoQuestionnaires(stage, company, today)
    // In the order of their days: an hour of somebody's is learnt in once.
    await makeDemoFireCourse(stage, company, { today, coursewares })
    await makeDemoBought(stage, company, { today, seller })
    await makeDemoCourses(stage, company, today)
    await makeDemoLoop(stage, company, { today, points, film: coursewares.film })
    await makeDemoInstructors(stage, company, today)
    await makeDemoEvaluations(stage, company, today)
    await makeDemoTrainings(stage, company, today)
    await makeDemoCertificates(stage, company, today)
    await makeDemoSkills(stage, company, today)
    await makeDemoPosts(stage, company, today)
    await makeDemoRooms(stage, company)
    const sendLast = await makeDemoExamDay(stage, company, today)
    await writeDemoMessages(stage, stage.as(company.admin, true))
    // Nothing of it is left for a worker that has suppliers.
    await stage.runJobs()
    await sendLast()
  } finally {
    await stage.close()
    await seller.close()
  }
  keep(company.accounts)
  await pools.owner.query('update identity.company set domain = $2 where domain = $1', [unfinished, demoDomain])
}

async function platformId(pools: Pools): Promise<string> {
  const { rows } = await pools.owner.query<{ id: string }>('select id from identity.company where domain = $1', [platformDomain])
  const [company] = rows
  if (!company) throw new Error('the platform has its company')
  return company.id
}

/** What the demo's people are told stays on the outbox page: they live at addresses that nobody has, and no mail server need be up for them. */
export function withoutSuppliers(config: Config): Config {
  return { ...config, SMTP_URL: undefined, SMS_PROVIDER: undefined }
}
