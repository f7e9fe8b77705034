import { PlusOutlined } from '@ant-design/icons'
import {
  CodeTag,
  calling,
  Dash,
  filtersOf,
  formatDate,
  formatInstant,
  formFor,
  ListPage,
  RightButton,
  RowActions,
  ToneTag,
} from '@kaopei/web'
import { Input, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { bookingState } from '../../contract/codes.ts'
import { type BookingRow, teacherBooking } from '../../contract/schedule.ts'
import { detailPath } from '../paths.ts'
import { BookingDrawer } from './booking.drawer.tsx'

const { Field, FormDialog } = formFor(teacherBooking.cancel)

interface Props {
  /** Of one instructor, below their calendar. */
  readonly teacherId?: string
  readonly onChange?: () => void
}

type Opened = { readonly kind: 'new' } | { readonly kind: 'edit' | 'cancel'; readonly booking: BookingRow }

const filters = filtersOf(teacherBooking.list, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '主题或讲师' },
  { name: 'state', label: '状态', kind: 'select', options: bookingState.options },
])

/** 授课预约 */
export function BookingList({ teacherId, onChange }: Props): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const done = () => onChange?.()
  return (
    <>
      <ListPage
        endpoint={teacherBooking.list}
        rowKey="id"
        extraInput={teacherId ? { teacherId } : {}}
        filters={filters}
        columns={columns({ open: setOpened, hasTeacher: teacherId === undefined, done })}
        toolbar={
          teacherId === undefined && (
            <RightButton
              right={teacherBooking.create}
              type="primary"
              icon={<PlusOutlined />}
              onClick={() => setOpened({ kind: 'new' })}
            >
              预约讲师
            </RightButton>
          )
        }
        emptyText="还没有预约"
        {...(teacherId && { stateIn: 'memory' as const })}
      />
      {opened?.kind === 'new' && <BookingDrawer onClose={close} onSaved={done} />}
      {opened?.kind === 'edit' && <BookingDrawer booking={opened.booking} onClose={close} onSaved={done} />}
      {opened?.kind === 'cancel' && (
        <FormDialog
          title={`取消预约：${opened.booking.title}`}
          endpoint={teacherBooking.cancel}
          successText="已取消"
          initialValues={{ id: opened.booking.id, reason: '' }}
          onClose={close}
          onSaved={done}
        >
          <Field name="reason" label="取消原因">
            <Input.TextArea rows={3} maxLength={200} showCount />
          </Field>
        </FormDialog>
      )}
    </>
  )
}

interface Around {
  readonly open: (opened: Opened) => void
  readonly hasTeacher: boolean
  readonly done: () => void
}

/** Of one day the day is said once. */
function spanText({ beginTime, endTime }: Pick<BookingRow, 'beginTime' | 'endTime'>): string {
  const isOfOneDay = formatDate(beginTime) === formatDate(endTime)
  return `${formatInstant(beginTime)} 至 ${formatInstant(endTime, isOfOneDay ? 'HH:mm' : undefined)}`
}

const columns = ({ open, hasTeacher, done }: Around): TableColumnsType<BookingRow> => [
  { title: '授课主题', dataIndex: 'title', width: 200, ellipsis: true },
  ...(hasTeacher
    ? [
        {
          title: '讲师',
          dataIndex: 'teacherName',
          width: 110,
          render: (name: string, { teacherId }: BookingRow) => <Link to={detailPath(teacherId, 'schedule')}>{name}</Link>,
        },
      ]
    : []),
  {
    title: '时间',
    key: 'time',
    width: 220,
    className: 'kp-number',
    render: (_, booking) => spanText(booking),
  },
  { title: '地点', dataIndex: 'place', width: 150, ellipsis: true, render: (place: string) => <Dash>{place}</Dash> },
  {
    title: '状态',
    dataIndex: 'state',
    width: 130,
    render: (state: number, { hasLeft }) => (
      <>
        <CodeTag codes={bookingState} value={state} />
        {hasLeft && state === bookingState.booked && <ToneTag tone="danger">讲师已离职</ToneTag>}
      </>
    ),
  },
  { title: '来源', dataIndex: 'isOfAnother', width: 84, render: (isOfAnother: boolean) => (isOfAnother ? '培训项目' : '手工') },
  { title: '原因', dataIndex: 'reason', width: 140, ellipsis: true, render: (reason: string) => <Dash>{reason}</Dash> },
  {
    title: '操作',
    key: 'actions',
    width: 190,
    fixed: 'right',
    render: (_, booking) => <Actions booking={booking} open={open} done={done} />,
  },
]

function Actions({ booking, open, done }: Omit<Around, 'hasTeacher'> & { readonly booking: BookingRow }): ReactNode {
  if (booking.isOfAnother || booking.state !== bookingState.booked) return '-'
  const { id, title } = booking
  return (
    <RowActions
      actions={[
        // What has not begun was not held.
        Date.parse(booking.beginTime) <= Date.now() &&
          calling(teacherBooking.hold, {
            label: '登记授课',
            name: `登记授课 ${title}`,
            input: { id },
            confirm: `确定“${title}”已经按预约时间授课吗？课时将记入台账。`,
            successText: '已登记',
            refreshes: [teacherBooking.list],
            onDone: done,
          }),
        { label: '修改', name: `修改 ${title}`, right: teacherBooking.modify, run: () => open({ kind: 'edit', booking }) },
        {
          label: '取消',
          name: `取消 ${title}`,
          isDangerous: true,
          right: teacherBooking.cancel,
          run: () => open({ kind: 'cancel', booking }),
        },
      ]}
    />
  )
}
