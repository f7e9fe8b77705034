import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { CodeTag, Dash, DateInput, formFor, ListPage, RightButton, RowActions } from '@kaopei/web'
import { Button, Input, InputNumber, Space, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { cooperationState } from '../../contract/codes.ts'
import { type CooperationRow, cooperation } from '../../contract/cooperation.ts'
import { yuanText } from '../words.ts'

const { Field, FormDrawer } = formFor([cooperation.create, cooperation.modify])

/** 合作与课酬: terms, and what an hour costs from which day on. */
export function CooperationList({ teacherId }: { readonly teacherId: string }): ReactNode {
  const [opened, setOpened] = useState<CooperationRow | 'new'>()
  const close = () => setOpened(undefined)
  const add = (
    <RightButton right={cooperation.create} type="primary" icon={<PlusOutlined />} onClick={() => setOpened('new')}>
      新增合作
    </RightButton>
  )
  return (
    <>
      <ListPage
        endpoint={cooperation.list}
        rowKey="id"
        extraInput={{ teacherId }}
        columns={columns(setOpened)}
        toolbar={add}
        emptyText="还没有合作，课时无法结算课酬"
        emptyAction={add}
      />
      {opened === 'new' && (
        <FormDrawer
          open
          title="新增合作"
          width={560}
          endpoint={cooperation.create}
          successText="添加成功"
          onClose={close}
          initialValues={{ teacherId }}
          toInput={({ endDate, ...values }) => ({ ...values, endDate: endDate ?? null })}
        >
          <Fields />
        </FormDrawer>
      )}
      {opened && opened !== 'new' && (
        <FormDrawer
          open
          title="修改合作"
          width={560}
          endpoint={cooperation.modify}
          successText="修改成功"
          onClose={close}
          initialValues={{
            ...{ id: opened.id, version: opened.version, institution: opened.institution, note: opened.note },
            ...{ beginDate: opened.beginDate, endDate: opened.endDate, rates: opened.rates.map((rate) => ({ ...rate })) },
          }}
          toInput={({ endDate, ...values }) => ({ ...values, endDate: endDate ?? null })}
        >
          <Fields />
        </FormDrawer>
      )}
    </>
  )
}

function Fields(): ReactNode {
  return (
    <>
      <Field name="institution" label="合作机构" required={false}>
        <Input maxLength={100} placeholder="签约的机构；个人合作可不填" />
      </Field>
      <Field name="beginDate" label="开始日期">
        <DateInput />
      </Field>
      <Field name="endDate" label="结束日期" required={false} extra="最后一天；留空为长期">
        <DateInput />
      </Field>
      <Field name="rates" label="课酬标准" extra="按授课当日生效的标准结算；已结算的不受影响">
        <RatesControl />
      </Field>
      <Field name="note" label="备注" required={false}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Field>
    </>
  )
}

interface Rate {
  readonly validFrom: string
  /** Null: not said yet. Nobody teaches for nothing because a field was left alone. */
  readonly perHour: number | null
}
interface RatesProps {
  readonly id?: string
  readonly value?: readonly Rate[]
  readonly onChange?: (rates: Rate[]) => void
}

const unsaid: Rate = { validFrom: '', perHour: null }

function RatesControl({ id, value = [unsaid], onChange }: RatesProps): ReactNode {
  const change = (place: number, part: Partial<Rate>) =>
    onChange?.(value.map((rate, index) => (index === place ? { ...rate, ...part } : rate)))
  return (
    <div {...(id !== undefined && { id })}>
      {value.map((rate, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else to be known by while its day is typed
        <Space key={place} style={{ marginBottom: 8 }}>
          <DateInput
            aria-label={`第 ${place + 1} 个标准的生效日期`}
            {...(rate.validFrom && { value: rate.validFrom })}
            onChange={(day) => change(place, { validFrom: day ?? '' })}
          />
          <InputNumber
            aria-label={`第 ${place + 1} 个标准的课酬`}
            min={0}
            max={1_000_000}
            precision={2}
            suffix="元/小时"
            style={{ width: 180 }}
            value={rate.perHour}
            onChange={(perHour) => change(place, { perHour })}
          />
          <Button
            type="text"
            icon={<MinusCircleOutlined />}
            aria-label={`去掉第 ${place + 1} 个标准`}
            disabled={value.length === 1}
            onClick={() => onChange?.(value.filter((_, index) => index !== place))}
          />
        </Space>
      ))}
      <div>
        <Button type="dashed" icon={<PlusOutlined />} onClick={() => onChange?.([...value, unsaid])}>
          添加标准
        </Button>
      </div>
    </div>
  )
}

const columns = (edit: (row: CooperationRow) => void): TableColumnsType<CooperationRow> => [
  { title: '机构', dataIndex: 'institution', width: 180, ellipsis: true, render: (name: string) => <Dash>{name}</Dash> },
  {
    title: '合作期',
    key: 'term',
    width: 200,
    render: (_, { beginDate, endDate }) => `${beginDate} 至 ${endDate ?? '长期'}`,
  },
  {
    title: '状态',
    dataIndex: 'state',
    width: 90,
    render: (state: number) => <CodeTag codes={cooperationState} value={state} />,
  },
  {
    title: '当前课酬（元/小时）',
    dataIndex: 'perHour',
    width: 150,
    align: 'right',
    className: 'kp-number',
    render: (yuan: number | null) => yuanText(yuan),
  },
  {
    title: '课酬标准',
    dataIndex: 'rates',
    width: 260,
    ellipsis: true,
    render: (rates: CooperationRow['rates']) =>
      rates.map(({ validFrom, perHour }) => `${validFrom} 起 ${yuanText(perHour)}`).join('；'),
  },
  { title: '备注', dataIndex: 'note', width: 160, ellipsis: true, render: (note: string) => <Dash>{note}</Dash> },
  {
    title: '操作',
    key: 'actions',
    width: 80,
    fixed: 'right',
    render: (_, row) => (
      <RowActions
        actions={[{ label: '修改', name: `修改 ${row.beginDate} 起的合作`, right: cooperation.modify, run: () => edit(row) }]}
      />
    ),
  },
]
