import { randomUUID } from 'node:crypto'
import type { InputOf } from '@kaopei/contract'
import { staff } from '@kaopei/org/contract/staff'
import { groupKind } from '@kaopei/usergroup/contract/codes'
import { group } from '@kaopei/usergroup/contract/group'
import { type Company, makeCompany, makePeople, type Person } from './company.ts'
import { atMost, percentile, raw } from './figure.ts'
import { type Ground, note, type Piece } from './ground.ts'
import { askBarely } from './people-bare.ts'
import { makeMillion, makeTree } from './people-data.ts'
import { RawClient } from './raw-client.ts'
import { median } from './turns.ts'

type Question = InputOf<typeof staff.list>

const rounds = 15
const names = [
  '张伟',
  '李秀英',
  '欧阳',
  '陈静',
  '刘洋',
  '王芳',
  '赵磊',
  '黄勇',
  '周杰',
  '吴敏',
  '徐丽',
  '孙涛',
  '马超',
  '朱霞',
  '胡军',
  '郭明',
]
const surnames = ['张', '王', '李', '刘', '陈', '杨', '黄', '赵', '吴', '周', '徐', '孙', '马', '朱', '胡', '郭']

/** Ways of asking; a different question each time, so that no total is kept from the one before. */
function waysOf(root: string | undefined, branch: string | undefined): readonly [string, (round: number) => Question][] {
  return [
    ['everybody, first page', () => ({})],
    ['a name', (n) => ({ keyWords: names[n % names.length] })],
    ['a surname', (n) => ({ keyWords: surnames[n % surnames.length] })],
    ['a surname below a branch', (n) => ({ keyWords: surnames[n % surnames.length], departmentId: branch })],
    ['an account', (n) => ({ keyWords: `user${100_000 + n * 7919}` })],
    ['the beginning of an account', (n) => ({ keyWords: `user${10 + n}` })],
    ['a phone', (n) => ({ keyWords: `1${30 + (n % 60)}${String(n).padStart(8, '0')}` })],
    ['the beginning of a phone', (n) => ({ keyWords: `1${30 + n}` })],
    ['the disabled', (n) => ({ state: 0, departmentId: n % 2 ? root : branch })],
    ['a branch, first page', () => ({ departmentId: branch })],
    ['a branch, deep page', (n) => ({ departmentId: branch, pageIndex: 5_000 + n })],
    ['everybody, page 2,000', (n) => ({ pageIndex: 2_000 + n })],
    ['everybody, the middle', (n) => ({ pageIndex: 50_000 + n })],
    ['everybody, near the end', (n) => ({ pageIndex: 99_000 + n })],
  ]
}

/** Every way of asking for people in a company of a million and 50,000 departments: filters, keywords, deep pages, data scopes. */
export const people: Piece = {
  name: 'people',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const company = await makeCompany(ground, 1)
    await makeTree(ground, company, 50_000)
    await makeMillion(ground, company)
    const [root, branch] = company.departmentIds
    const manager = await makeManager(ground, company, branch ?? '')
    const client = await RawClient.open(server.port)
    const ask = async (who: Person, question: Question) => (await client.get(who, staff.list, question)).ms
    const barely = await ground.owner.connect()
    const whole: number[] = []
    for (const [name, questionOf] of waysOf(root, branch)) {
      const bare: number[] = []
      const pages: number[] = []
      const ours: number[] = []
      for (let round = -1; round < rounds; round++) {
        const question = questionOf(round < 0 ? rounds : round)
        const direct = await askBarely(barely, company.id, question)
        const { data, ms } = await client.get(company.admin, staff.list, question)
        if (data.totalCount !== direct.total) throw new Error(`${name}: ${data.totalCount} people, by bare SQL ${direct.total}`)
        if (round < 0) continue
        bare.push(direct.ms)
        pages.push(direct.pageMs)
        ours.push(ms)
      }
      whole.push(...ours)
      print(atMost(`a million people, ${name}: per bare SQL`, median(ours) / median(bare), 'x', 4))
      print(raw(`a million people, ${name}: per bare page without its total`, median(ours) / median(pages), 'x'))
      const [p50, p95] = [median(ours), percentile(ours, 0.95)].map((ms) => ms.toFixed(1))
      note(`${name}: p50 ${p50} ms, p95 ${p95} ms, bare ${median(bare).toFixed(1)} ms, its page ${median(pages).toFixed(1)} ms`)
    }
    barely.release()
    print(atMost('a million people, all questions: p95', percentile(whole, 0.95), 'ms', 100))
    print(
      atMost('a million people, scoped per unscoped', await scopeRatio(ask, company.admin, manager, branch ?? ''), 'ratio', 1.3),
    )
    // A tenth of the people lies below the branch.
    const saved = await client.get(company.admin, group.createStaffGroup, {
      name: '全选的十万人',
      kind: groupKind.chosen,
      selection: { filters: [{ filter: { departmentId: branch } }] },
    })
    print(atMost(`${saved.data.staffCount} people chosen by a filter and saved as a group`, saved.ms / 1000, 's', 2))
    client.close()
    await server.stop()
    await ground.rows('truncate org.staff cascade')
  },
}

/** The same questions of somebody who sees the branch by data scope, and of somebody who sees all and filters by it. */
async function scopeRatio(
  ask: (who: Person, question: Question) => Promise<number>,
  admin: Person,
  manager: Person,
  branch: string,
): Promise<number> {
  const sum = { scoped: 0, unscoped: 0 }
  for (let round = -2; round < rounds; round++) {
    const keyWords = names[(round + 2) % names.length]
    const scoped = await ask(manager, { keyWords })
    const unscoped = await ask(admin, { keyWords, departmentId: branch })
    if (round < 0) continue
    sum.scoped += scoped
    sum.unscoped += unscoped
  }
  return sum.scoped / sum.unscoped
}

/** Sees their own department and everything below it. */
async function makeManager(ground: Ground, { id }: Company, departmentId: string): Promise<Person> {
  const [manager] = await makePeople(ground, id, [departmentId], 1)
  if (!manager) throw new Error('no manager was made')
  const roleId = randomUUID()
  await ground.rows(`insert into identity.role (company_id, id, name) values ($1, $2, '部门经理')`, [id, roleId])
  await ground.rows('insert into identity.role_account (company_id, role_id, account_id) values ($1, $2, $3)', [
    id,
    roleId,
    manager.id,
  ])
  await ground.rows(`insert into identity.role_menu (company_id, role_id, menu, scope) values ($1, $2, 'orgoumgmt', 4)`, [
    id,
    roleId,
  ])
  await ground.rows(`insert into identity.role_right (company_id, role_id, right_code) values ($1, $2, 'orgoumgmt:view')`, [
    id,
    roleId,
  ])
  return manager
}
