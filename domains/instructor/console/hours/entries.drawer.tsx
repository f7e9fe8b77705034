import { CodeTag, FocusReturn, formatInstant, formFor, Loaded, RightButton, useCall } from '@kaopei/web'
import { Drawer, Input, InputNumber, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { hourStage } from '../../contract/codes.ts'
import { type HourEntry, type HourLine, teacherHours } from '../../contract/hours.ts'
import { yuanText } from '../words.ts'

const { Field, FormDialog } = formFor(teacherHours.correct)

interface Props {
  readonly line: HourLine
  readonly onClose: () => void
}

/** 课时台账 of one booking: every row that was ever added, corrections among them. */
export function EntriesDrawer({ line, onClose }: Props): ReactNode {
  const asked = useCall(teacherHours.entries, { bookingId: line.bookingId })
  const [corrected, setCorrected] = useState<HourEntry>()
  return (
    <Drawer open title={`课时台账：${line.teacherName} ${line.title}`} size={940} onClose={onClose} destroyOnHidden>
      <FocusReturn />
      <Loaded of={asked}>
        {(entries) => (
          <Table<HourEntry>
            rowKey="id"
            size="small"
            pagination={false}
            dataSource={[...entries]}
            columns={columns(setCorrected, line.isOwn)}
            scroll={{ x: 'max-content' }}
          />
        )}
      </Loaded>
      <p className="kp-hint">台账只增不改：更正会先冲销原来的一行，再记一行新的。</p>
      {corrected && (
        <FormDialog
          title={`更正 ${corrected.day} 的课时`}
          endpoint={teacherHours.correct}
          successText="更正成功"
          initialValues={{ entryId: corrected.id, minutes: corrected.minutes, reason: '' }}
          onClose={() => setCorrected(undefined)}
          onSaved={asked.refetch}
        >
          <Field name="minutes" label="更正为（分钟）" extra="填 0 为只冲销">
            <InputNumber min={0} max={1440} precision={0} suffix="分钟" style={{ width: 180 }} />
          </Field>
          <Field name="reason" label="更正原因">
            <Input.TextArea rows={3} maxLength={200} showCount placeholder="例如：提前 30 分钟结束" />
          </Field>
        </FormDialog>
      )}
    </Drawer>
  )
}

const columns = (correct: (entry: HourEntry) => void, isOwn: boolean): TableColumnsType<HourEntry> => [
  { title: '日期', dataIndex: 'day', width: 110 },
  { title: '进度', dataIndex: 'stage', width: 90, render: (stage: number) => <CodeTag codes={hourStage} value={stage} /> },
  { title: '分钟', dataIndex: 'minutes', width: 80, align: 'right', className: 'kp-number' },
  { title: '标准（元/小时）', dataIndex: 'perHour', width: 120, align: 'right', render: (yuan: number | null) => yuanText(yuan) },
  { title: '课酬（元）', dataIndex: 'amount', width: 100, align: 'right', render: (yuan: number | null) => yuanText(yuan) },
  {
    title: '说明',
    key: 'note',
    width: 130,
    render: (_, { isReversal, isReversed, reason }) =>
      [isReversal && '冲销', isReversed && '已冲销', reason].filter(Boolean).join('；') || '-',
  },
  { title: '记录', key: 'made', width: 220, render: (_, row) => `${formatInstant(row.madeAt)} ${row.madeByName ?? '系统'}` },
  {
    title: '操作',
    key: 'actions',
    width: 70,
    render: (_, row) =>
      row.mayCorrect && !isOwn ? (
        <RightButton right={teacherHours.correct} type="link" size="small" onClick={() => correct(row)}>
          更正
        </RightButton>
      ) : (
        '-'
      ),
  },
]
