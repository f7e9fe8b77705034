import { protocolErrors } from '@kaopei/contract'
import type { Handlers } from '@kaopei/server'
import { unitOf } from '../../contract/courseware-words.ts'
import type { heat } from '../../contract/heat.ts'
import { progressErrors } from '../../contract/progress-errors.ts'
import { cardsOf } from '../learning/shown.ts'
import { publishedOutline } from '../outline/outline.sql.ts'
import { findHeatVersion, selectFilmHeat, selectPageHeat } from './heat.sql.ts'
import { fewest } from './progress.handlers.ts'

export const heatHandlers: Handlers<typeof heat> = {
  map: async ({ courseId, taskId }, { db, fail, now, scope }) => {
    const outline = await publishedOutline(db, courseId)
    if (!outline) return fail(protocolErrors.notFound)
    const task = outline.chapters.flatMap(({ tasks }) => tasks).find(({ id }) => id === taskId)
    if (!task) return fail(progressErrors.noTask)
    const which = { courseId, taskId, scope }
    const version = await findHeatVersion(db, which)
    const nothing = { asOf: now, unit: 'none', isTooFew: true, peopleCount: 0, otherCount: 0 } as const
    if (!version || version.peopleCount < fewest) return { ...nothing, buckets: [] }
    const { peopleCount, otherCount, lengthSeconds, pageCount } = version
    const counted = { asOf: now, isTooFew: false, peopleCount, otherCount }
    if (lengthSeconds > 0) return { ...counted, unit: 'second', buckets: await selectFilmHeat(db, which, version) }
    if (pageCount > 0) {
      const card = (await cardsOf(db, [task])).get(task.targetId ?? '')
      return {
        ...counted,
        unit: unitOf(card?.type) === '节' ? 'block' : 'page',
        buckets: await selectPageHeat(db, which, version),
      }
    }
    return { ...counted, unit: 'none', buckets: [] }
  },
}
