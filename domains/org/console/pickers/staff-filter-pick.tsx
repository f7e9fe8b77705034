import type { PickApi, Picked } from '@kaopei/web'
import type { ReactNode } from 'react'
import { type FilterChoice, filterChoiceOf } from './staff-picked.ts'

type Filter = FilterChoice['filter']

/** The same conditions are the same thing, whatever their order. */
function idOf(filter: Filter): string {
  return JSON.stringify(Object.entries(filter).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function wholeOf(pick: PickApi, filter: Filter): { readonly item: Picked; readonly exceptIds: readonly string[] } | undefined {
  const id = idOf(filter)
  const item = pick.items.find((one) => one.kind === 'staffFilter' && one.id === id)
  const choice = item && filterChoiceOf(item)
  return item && choice && { item, exceptIds: choice.exceptIds ?? [] }
}

/**
 * The selection as the table sees it while all that the present filter finds is picked: every row is ticked, and taking one away makes it an exception
 * instead. No list of ids exists but that of the exceptions.
 */
export function withWholeFilter(pick: PickApi, filter: Filter): PickApi {
  const whole = wholeOf(pick, filter)
  if (!whole) return pick
  const excepted = new Set(whole.exceptIds)
  const except = (ids: readonly string[]) =>
    pick.add([{ ...whole.item, detail: exceptions(ids.length), data: { filter, exceptIds: [...ids] } }])
  const isStaff = ({ kind }: Pick<Picked, 'kind'>) => kind === 'staff'
  const add: PickApi['add'] = (items) => {
    const back = new Set(items.filter(isStaff).map(({ id }) => id))
    if (whole.exceptIds.some((id) => back.has(id))) except(whole.exceptIds.filter((id) => !back.has(id)))
    if (!items.every(isStaff)) pick.add(items.filter((item) => !isStaff(item)))
  }
  const remove: PickApi['remove'] = (items) => {
    const gone = items.filter(isStaff).map(({ id }) => id)
    if (gone.length > 0) except([...new Set([...whole.exceptIds, ...gone])])
    pick.remove(items)
  }
  return {
    ...pick,
    isPicked: (kind, id) => (kind === 'staff' ? !excepted.has(id) : pick.isPicked(kind, id)),
    add,
    remove,
    toggle: (item) => (isStaff(item) && !excepted.has(item.id) ? remove([item]) : add([item])),
  }
}

const exceptions = (count: number) => (count === 0 ? undefined : `已排除 ${count} 人`)

interface AllFoundProps {
  readonly pick: PickApi
  readonly filter: Filter
  /** The conditions in words. */
  readonly words: readonly string[]
  readonly count: number
}

/** 全选筛选结果: everybody whom the present conditions find, on all pages, as one thing. */
export function AllFound({ pick, filter, words, count }: AllFoundProps): ReactNode {
  const whole = wholeOf(pick, filter)
  if (whole) {
    return (
      <p className="kp-pick-all" role="status">
        已选择全部筛选结果{exceptions(whole.exceptIds.length) ? `，${exceptions(whole.exceptIds.length)}` : ''}
        {!whole.item.locked && (
          <button type="button" className="kp-link" onClick={() => pick.remove([whole.item])}>
            取消全选
          </button>
        )}
      </p>
    )
  }
  if (count === 0) return null
  const name = `${words.length > 0 ? words.join('、') : '全部人员'}（${count} 人）`
  return (
    <p className="kp-pick-all">
      <button
        type="button"
        className="kp-link"
        onClick={() => pick.add([{ kind: 'staffFilter', id: idOf(filter), name, data: { filter, exceptIds: [] } }])}
      >
        全选筛选结果（{count} 人）
      </button>
    </p>
  )
}
