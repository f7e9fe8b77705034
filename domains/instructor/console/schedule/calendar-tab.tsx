import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { calling, DateInput, Loaded, RightButton, RowActions, useAddress, useCall, wallClock } from '@kaopei/web'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { bookingState, rangeKind } from '../../contract/codes.ts'
import { type BookingRow, type ShownDay, schedule, type TimeRange, teacherBooking } from '../../contract/schedule.ts'
import { minutesText } from '../words.ts'
import { BookingDrawer, RangeDrawer } from './booking.drawer.tsx'
import { BookingList } from './booking.list.tsx'
import { WeekDrawer, weekdayNames } from './week.drawer.tsx'

type Opened =
  | { readonly kind: 'book'; readonly time?: { readonly beginTime: string; readonly endTime: string } }
  | { readonly kind: 'range' | 'week' }

const dayMs = 86_400_000
const later = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
/** The Monday of its week. */
const mondayOf = (day: string) => later(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** A week of an instructor, day by day: what is booked, what is free, what is closed. */
export function CalendarTab({ teacherId }: { readonly teacherId: string }): ReactNode {
  const [params, setParams] = useAddress()
  const today = wallClock(new Date()).format('YYYY-MM-DD')
  const from = mondayOf(params.get('week') ?? today)
  const asked = useCall(schedule.calendar, { teacherId, from, days: 7 }, { keepPrevious: true })
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const goTo = (day: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set('week', mondayOf(day))
      return next
    })
  return (
    <div className="kp-teacher-parts">
      <section className="kp-card" aria-label="一周日程">
        <div className="kp-teacher-bar">
          <Button icon={<LeftOutlined />} aria-label="上一周" onClick={() => goTo(later(from, -7))} />
          <span className="kp-teacher-date">
            <DateInput aria-label="日期" value={from} onChange={(day) => day && goTo(day)} />
          </span>
          <Button icon={<RightOutlined />} aria-label="下一周" onClick={() => goTo(later(from, 7))} />
          <Button onClick={() => goTo(today)}>本周</Button>
          <RightButton right={teacherBooking.create} type="primary" onClick={() => setOpened({ kind: 'book' })}>
            预约
          </RightButton>
          <RightButton right={schedule.addRange} onClick={() => setOpened({ kind: 'range' })}>
            登记时间
          </RightButton>
          <RightButton right={schedule.saveWeek} onClick={() => setOpened({ kind: 'week' })}>
            每周时间
          </RightButton>
          <span className="kp-hint">绿色为空闲，点击即可预约</span>
        </div>
        <Loaded of={asked}>
          {({ days }) => (
            <div className="kp-teacher-week">
              {days.map((day) => (
                <Day
                  key={day.day}
                  day={day}
                  isToday={day.day === today}
                  onBook={(time) => setOpened({ kind: 'book', time })}
                  onChange={asked.refetch}
                />
              ))}
            </div>
          )}
        </Loaded>
      </section>
      <BookingList teacherId={teacherId} onChange={asked.refetch} />
      {opened?.kind === 'book' && (
        <BookingDrawer teacherId={teacherId} time={opened.time} onClose={close} onSaved={asked.refetch} />
      )}
      {opened?.kind === 'range' && <RangeDrawer teacherId={teacherId} onClose={close} onSaved={asked.refetch} />}
      {opened?.kind === 'week' && (
        <WeekDrawer teacherId={teacherId} weekHours={asked.data?.weekHours ?? []} onClose={close} onSaved={asked.refetch} />
      )}
    </div>
  )
}

interface DayProps {
  readonly day: ShownDay
  readonly isToday: boolean
  readonly onBook: (time: { readonly beginTime: string; readonly endTime: string }) => void
  readonly onChange: () => void
}

interface Entry {
  readonly key: string
  readonly beginTime: string
  readonly content: ReactNode
}

function Day({ day, isToday, onBook, onChange }: DayProps): ReactNode {
  const { bookings, free, freeMinutes, ranges } = day
  const entries: Entry[] = [
    ...bookings.map((one) => ({ key: one.id, beginTime: one.beginTime, content: <Booked booking={one} day={day.day} /> })),
    ...ranges
      .filter(({ kind }) => kind === rangeKind.not)
      .map((one) => ({
        key: one.id,
        beginTime: one.beginTime,
        content: <Closed range={one} day={day.day} onChange={onChange} />,
      })),
    ...free.map((one) => ({
      key: one.beginTime,
      beginTime: one.beginTime,
      content: <Free time={one} day={day.day} onBook={onBook} />,
    })),
  ]
  return (
    <article className={isToday ? 'kp-teacher-day is-today' : 'kp-teacher-day'} aria-label={day.day}>
      <h3>
        {weekdayNames[(new Date(`${day.day}T00:00:00Z`).getUTCDay() + 6) % 7]} {day.day.slice(5)}
      </h3>
      <span className="kp-hint">{freeMinutes > 0 ? `空闲 ${minutesText(freeMinutes)}` : '没有空闲'}</span>
      {entries
        .toSorted((a, b) => (a.beginTime < b.beginTime ? -1 : 1))
        .map(({ key, content }) => (
          <div key={key}>{content}</div>
        ))}
    </article>
  )
}

/** What the clock shows on that day; a time of another day with its date. */
export function clockOn(day: string, instant: string): string {
  const [date, clock] = wallClock(instant).format('YYYY-MM-DD HH:mm').split(' ')
  if (date === day) return clock ?? ''
  return clock === '00:00' && date === later(day, 1) ? '24:00' : `${date?.slice(5)} ${clock}`
}

function Booked({ booking, day }: { readonly booking: BookingRow; readonly day: string }): ReactNode {
  const { title, beginTime, endTime, place, state } = booking
  return (
    <div className={`kp-teacher-slot ${state === bookingState.held ? 'is-held' : 'is-booked'}`}>
      {clockOn(day, beginTime)}–{clockOn(day, endTime)} {bookingState.label(state)}
      <br />
      {title}
      {place && `（${place}）`}
    </div>
  )
}

interface ClosedProps {
  readonly range: TimeRange
  readonly day: string
  readonly onChange: () => void
}

function Closed({ range, day, onChange }: ClosedProps): ReactNode {
  const { id, beginTime, endTime, reason } = range
  const words = `${clockOn(day, beginTime)}–${clockOn(day, endTime)}`
  return (
    <div className="kp-teacher-slot is-not">
      {words} 不可授课 {reason}
      <RowActions
        actions={[
          calling(schedule.removeRange, {
            label: '删除',
            name: `删除 ${words} 不可授课`,
            isDangerous: true,
            input: { id },
            confirm: '确定删除这段不可授课的时间吗？',
            onDone: onChange,
          }),
        ]}
      />
    </div>
  )
}

interface FreeProps {
  readonly time: { readonly beginTime: string; readonly endTime: string }
  readonly day: string
  readonly onBook: DayProps['onBook']
}

function Free({ time, day, onBook }: FreeProps): ReactNode {
  const words = `${clockOn(day, time.beginTime)}–${clockOn(day, time.endTime)} 空闲`
  return (
    <RightButton
      right={teacherBooking.create}
      type="text"
      size="small"
      block
      className="kp-teacher-slot is-free"
      aria-label={`预约 ${day} ${words}`}
      onClick={() => onBook(time)}
    >
      {words}
    </RightButton>
  )
}
