import type { Db } from '@kaopei/server'
import { isWholeRun, participationMode, runMode, wholeModes } from '../../contract/codes.ts'
import { mayPractise } from '../people/audience.sql.ts'
import { endOf } from '../rules/answer-time.ts'
import { practiceStatusAt } from '../rules/practice-status-at.ts'
import { countMine, type MineFilter, type MineRow, type OpenRun, selectMine, selectOpenRuns } from './mine.sql.ts'

/** Where an audience was attached within a data scope, each practice of the page is asked again whether it is theirs. */
export async function minePage(db: Db, filter: MineFilter, page: { pageIndex: number; pageSize: number }) {
  const { staffId, now } = filter
  const found = await selectMine(db, filter, { limit: page.pageSize, offset: (page.pageIndex - 1) * page.pageSize })
  const rows: MineRow[] = []
  for (const row of found) if (await isTheirs(db, row, staffId)) rows.push(row)
  const open = await selectOpenRuns(
    db,
    staffId,
    rows.map(({ practiceId }) => practiceId),
  )
  const totalCount = (await countMine(db, filter)) - (found.length - rows.length)
  return {
    dataList: rows.map((row) => ({
      practiceId: row.practiceId,
      name: row.name,
      information: row.information,
      startTime: row.startAt,
      endTime: endOf(row),
      status: practiceStatusAt(row, now),
      questionCount: row.questionCount,
      permitRepeatPractice: row.permitRepeatPractice,
      isDone: row.isDone,
      runCount: row.runCount,
      answeredPercent: row.answeredPercent,
      accuracyPercent: row.permitViewResult ? row.accuracyPercent : null,
      lastAt: row.lastAt,
      dueCount: row.dueCount,
      ...roundsOf(
        row,
        open.flatMap(({ practiceId, ...run }) => (practiceId === row.practiceId ? [run] : [])),
      ),
    })),
    totalCount,
  }
}

function isTheirs(db: Db, row: MineRow, staffId: string): boolean | Promise<boolean> {
  if (row.participationMode !== participationMode.audience || !row.hasScopes) return true
  return mayPractise(db, { id: row.practiceId, participationMode: row.participationMode }, staffId)
}

/** As `beginRun` lets: where it may not be repeated the one round that is under way, and none after it. */
function roundsOf(row: MineRow, openRuns: readonly Omit<OpenRun, 'practiceId'>[]) {
  const { wrongCount, favouriteCount, dueCount, isDone, permitRepeatPractice } = row
  const only = permitRepeatPractice ? undefined : openRuns.find(({ mode }) => isWholeRun(mode))
  const whole = only ? [only.mode] : wholeModes
  return {
    openRuns: [...openRuns],
    modes: [
      ...(isDone ? [] : whole),
      ...(wrongCount > 0 ? [runMode.wrong] : []),
      ...(favouriteCount > 0 ? [runMode.favourites] : []),
      ...(dueCount > 0 ? [runMode.due] : []),
    ],
  }
}
