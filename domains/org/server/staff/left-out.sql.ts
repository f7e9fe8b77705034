import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import type { LeftOut } from '../../contract/left-out.ts'
import { shortList } from '../../contract/short-list.ts'

interface Named {
  readonly asked: readonly string[]
  /** Of them those whom the caller's data scope shows. */
  readonly seen: readonly string[]
  /** Of them those for whom it was done. */
  readonly done: readonly string[]
  /** Why not for one who is seen, as `没有参加项目`. */
  readonly why: (staffId: string) => string
}

const beyond = '不在您的管理范围内或已删除'

/** For whom a call changed nothing; null: for nobody. Whoever is not seen is counted, not named. */
export async function leftOutOf(db: Db, { asked, seen, done, why }: Named): Promise<LeftOut> {
  const isDone = new Set(done)
  const all = new Set(asked)
  const left = [...all].filter((staffId) => !isDone.has(staffId))
  if (left.length === 0) return null
  const isSeen = new Set(seen)
  const people = await namesOf(
    db,
    left.filter((staffId) => isSeen.has(staffId)),
  )
  const parts = [...Map.groupBy(people, (person) => why(person.id))].map(
    ([reason, group]) => `${shortList(group.map(({ name }) => name))}${reason}`,
  )
  const others = left.length - people.length
  const words = [...parts, ...(others > 0 ? [`${others} 人${beyond}`] : [])].join('；')
  return { count: left.length, isAll: left.length === all.size, text: `有 ${left.length} 人未处理：${words}` }
}

const namedRow = z.object({ id, name: z.string() })

function namesOf(db: Db, staffIds: readonly string[]) {
  return rowsOf(db, namedRow)`
    select p.id, p.name
    from org.person p
    where p.company_id = ${db.companyId} and p.id = any(${staffIds}::uuid[]) and p.removed_at is null
    order by p.name, p.id`
}
