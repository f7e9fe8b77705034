import { cut } from '@kaopei/contract'
import { choiceState, formFor, moreChoices, useCall, useSettled } from '@kaopei/web'
import { Input, Radio, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { audienceLabels, audiences, examAnnouncements } from '../../contract/exam-announcements.ts'
import { examRooms } from '../../contract/exam-rooms.ts'

const { Field, FormDialog, useValue } = formFor(examAnnouncements.send)

interface Props {
  readonly examId: string
  readonly rooms: readonly { readonly roomId: string; readonly roomName: string }[]
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** To everybody, a room or some; whoever sits sees it over their paper until they confirm it. */
export function AnnounceDialog({ examId, rooms, onClose, onSaved }: Props): ReactNode {
  return (
    <FormDialog
      title="发布考试公告"
      endpoint={examAnnouncements.send}
      initialValues={{ examinationId: examId, audience: 'all' }}
      toInput={({ audience, roomId, staffIds, ...rest }) => ({
        ...rest,
        audience,
        ...(audience === 'room' && { roomId }),
        ...(audience === 'people' && { staffIds }),
      })}
      successText={({ leftOut }) => (leftOut.length === 0 ? '公告已发布' : `公告已发布；${leftOut.join('、')} 已交卷，不再通知`)}
      onClose={onClose}
      onSaved={onSaved}
      intro={<p>正在考试的考生会立即看到，并须点击确认；还没有开考的考生在进入考试后看到。发布后不能修改或撤回。</p>}
    >
      <Field name="text" label="公告内容">
        <Input.TextArea rows={4} maxLength={300} showCount />
      </Field>
      <Field name="audience" label="公告对象">
        <Radio.Group
          options={audiences
            .filter((one) => one !== 'room' || rooms.length > 0)
            .map((value) => ({ value, label: audienceLabels[value] }))}
        />
      </Field>
      <Audience examId={examId} rooms={rooms} />
    </FormDialog>
  )
}

function Audience({ examId, rooms }: Pick<Props, 'examId' | 'rooms'>): ReactNode {
  const audience = useValue('audience')
  if (audience === 'room')
    return (
      <Field name="roomId" label="考场">
        <Select options={rooms.map(({ roomId, roomName }) => ({ value: roomId, label: roomName }))} placeholder="请选择考场" />
      </Field>
    )
  return audience === 'people' ? <People examId={examId} /> : null
}

interface Option {
  readonly value: string
  readonly label: string
}

const settleMs = 300

/** Whoever is chosen keeps their name, whatever is looked for next. */
function People({ examId }: { readonly examId: string }): ReactNode {
  const [typed, setTyped] = useState('')
  const keyWords = useSettled(cut(typed.trim(), 50), settleMs)
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const staffIds = useValue('staffIds')
  const wish = { examinationId: examId, pageIndex: 1, pageSize: 50 }
  const asked = useCall(examRooms.list, { ...wish, ...(keyWords && { keyWords }) }, { keepPrevious: true })
  const found = (asked.data?.dataList ?? []).map(
    ({ staffId, name, department }): Option => ({
      value: staffId,
      label: department ? `${name}（${department}）` : name,
    }),
  )
  const kept = chosen.filter(({ value }) => staffIds?.includes(value) && !found.some((one) => one.value === value))
  return (
    <Field name="staffIds" label="考生">
      <Select
        mode="multiple"
        placeholder="输入姓名、工号查找"
        filterOption={false}
        options={[...found, ...kept, ...moreChoices((asked.data?.totalCount ?? 0) - found.length, '姓名、工号')]}
        {...choiceState(asked, '没有找到考生')}
        onSelect={(_value: unknown, option: Option) => setChosen((before) => [...before, option])}
        onSearch={setTyped}
      />
    </Field>
  )
}
