import type { OutputOf } from '@kaopei/contract'
import { CategorySelect, CodeTag, DateInput, filtersOf, ListPage, RightButton, useCall, wallClock } from '@kaopei/web'
import { Space, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { teacherCategory } from '../../contract/category.ts'
import { teacherLevel } from '../../contract/codes.ts'
import { schedule, teacherBooking } from '../../contract/schedule.ts'
import { detailPath } from '../paths.ts'
import { minutesText } from '../words.ts'
import { BookingDrawer } from './booking.drawer.tsx'
import { clockOn } from './calendar-tab.tsx'

type FreeRow = OutputOf<typeof schedule.free>['dataList'][number]
interface Wish {
  readonly teacherId: string
  readonly time: { readonly beginTime: string; readonly endTime: string }
}

const lengths = [60, 90, 120, 180, 240, 480].map((minutes) => ({ value: minutes, label: minutesText(minutes) }))

/** Who is free on a day for so long: one line each, the first slots of the day, never a list of all. */
export function FreeList(): ReactNode {
  const [params] = useSearchParams()
  const day = params.get('day') ?? wallClock(new Date()).format('YYYY-MM-DD')
  const categories = useCall(teacherCategory.list)
  const [wish, setWish] = useState<Wish>()
  return (
    <>
      <ListPage
        endpoint={schedule.free}
        rowKey="id"
        extraInput={{ day }}
        filters={filtersOf(schedule.free, [
          {
            name: 'day',
            label: '日期',
            kind: 'custom',
            render: ({ id, onChange }) => <DateInput id={id} value={day} onChange={(next) => onChange(next ?? undefined)} />,
          },
          { name: 'minutes', label: '至少连续', kind: 'select', options: lengths },
          { name: 'keyWords', label: '讲师', kind: 'text' },
          { name: 'level', label: '级别', kind: 'select', options: teacherLevel.options },
          {
            name: 'categoryId',
            label: '分类',
            kind: 'custom',
            render: ({ id, value, onChange }) => (
              <CategorySelect
                id={id}
                of={categories}
                placeholder="全部"
                value={typeof value === 'string' ? value : null}
                onChange={(next) => onChange(next ?? undefined)}
              />
            ),
          },
        ])}
        columns={columns(day, setWish)}
        emptyText="这一天没有空闲的讲师，请换一天、缩短时长，或先设置讲师的每周可授课时间"
      />
      {wish && <BookingDrawer {...wish} onClose={() => setWish(undefined)} onSaved={() => undefined} />}
    </>
  )
}

const columns = (day: string, book: (wish: Wish) => void): TableColumnsType<FreeRow> => [
  {
    title: '讲师',
    dataIndex: 'name',
    width: 140,
    render: (name: string, { id }) => <Link to={detailPath(id, 'schedule')}>{name}</Link>,
  },
  { title: '级别', dataIndex: 'level', width: 110, render: (level: number) => <CodeTag codes={teacherLevel} value={level} /> },
  {
    title: '空闲共',
    dataIndex: 'freeMinutes',
    width: 120,
    align: 'right',
    className: 'kp-number',
    render: (minutes: number) => minutesText(minutes),
  },
  {
    title: `${day} 的空闲时段（点击预约）`,
    key: 'slots',
    render: (_, { id, name, slots, moreCount }) => (
      <Space wrap>
        {slots.map((time) => {
          const words = `${clockOn(day, time.beginTime)}–${clockOn(day, time.endTime)}`
          return (
            <RightButton
              key={time.beginTime}
              right={teacherBooking.create}
              size="small"
              aria-label={`预约 ${name} ${words}`}
              onClick={() => book({ teacherId: id, time })}
            >
              {words}
            </RightButton>
          )
        })}
        {moreCount > 0 && <Link to={detailPath(id, 'schedule')}>还有 {moreCount} 段</Link>}
      </Space>
    ),
  },
]
