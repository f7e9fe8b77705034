import { seenAmong } from '@kaopei/learning/server'
import type { LeftOut } from '@kaopei/org/contract/left-out'
import { leftOutOf } from '@kaopei/org/server'
import type { DataScope, Db } from '@kaopei/server'

interface Of {
  readonly asked: readonly string[]
  readonly done: readonly string[]
  readonly scope: DataScope
}

const leftOut = async (db: Db, { asked, done, scope }: Of, why: string): Promise<LeftOut> =>
  leftOutOf(db, { asked, seen: await seenAmong(db, asked, scope), done, why: () => why })

export const notAdded = (db: Db, of: Of) => leftOut(db, of, '已在名单中，或不能参加')
export const notRemoved = (db: Db, of: Of) => leftOut(db, of, '已开始作答，或不在名单中')
