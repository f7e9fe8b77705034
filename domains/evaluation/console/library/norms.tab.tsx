import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { DateInput, formatInstant, ListPage, type RowOf, wallClock } from '@kaopei/web'
import { Button, Input, InputNumber, Select, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { appointmentMode } from '../../contract/codes.ts'
import { type NormFigure, percentileKindLabels, percentileKinds, type ScaleNorm } from '../../contract/definition.ts'
import { scale } from '../../contract/scale.ts'
import { freshId, type TabProps } from './edited-scale.ts'
import { Labelled } from './labelled.tsx'
import { type ReadTable, readPercentiles } from './percentile-lines.ts'

const kindOptions = percentileKinds.map((value) => ({ value, label: percentileKindLabels[value] }))

const normColumns: TableColumnsType<RowOf<typeof scale.norms>> = [
  { title: '量表版本', dataIndex: 'versionNumber', render: (number: number) => `第 ${number} 版` },
  { title: '常模', dataIndex: 'number', render: (number: number) => `第 ${number} 次` },
  {
    title: '作答方式',
    dataIndex: 'mode',
    render: (mode: number) => (mode === 0 ? '两种合并（不再比较）' : appointmentMode.label(mode)),
  },
  { title: '人数', dataIndex: 'n', align: 'right', className: 'kp-number' },
  { title: '冻结时间', dataIndex: 'frozenAt', render: (at: string) => formatInstant(at) },
]

/** Norm groups of the scale's own, and those that the company has frozen. */
export function NormsTab({ detail, edited, isLocked, change }: TabProps): ReactNode {
  const { definition } = edited
  const { norms } = definition
  const setNorms = (next: ScaleNorm[]) => change({ definition: { ...definition, norms: next } })
  return (
    <>
      <section className="kp-card" aria-label="企业常模">
        <strong>企业常模</strong>
        <p className="kp-hint">
          同一版本同一作答方式满 100 人后自动冻结，本人作答与 360°
          评价分开；之前的报告只有均分，之后的报告与冻结的常模比较。已出具的报告不变。
        </p>
        <ListPage
          endpoint={scale.norms}
          extraInput={{ id: detail.id }}
          stateIn="memory"
          rowKey="id"
          columns={normColumns}
          emptyText="还没有企业常模"
        />
      </section>
      <section className="kp-card" aria-label="量表常模">
        <div className="kp-ev-tools">
          <strong>量表自带的常模</strong>
          <Button
            icon={<PlusOutlined />}
            disabled={isLocked}
            onClick={() =>
              setNorms([
                ...norms,
                {
                  id: freshId('n', norms),
                  name: '',
                  n: 1,
                  date: wallClock(Date.now()).format('YYYY-MM-DD'),
                  source: '',
                  dimensions: {},
                },
              ])
            }
          >
            添加常模
          </Button>
          <span className="kp-hint">在测评安排中按名称选用；不选用时与企业常模比较。</span>
        </div>
        {norms.map((norm, place) => (
          <NormPart
            key={norm.id}
            {...{ norm, isLocked }}
            dimensions={definition.dimensions}
            onChange={(part) => setNorms(norms.map((one, at) => (at === place ? { ...one, ...part } : one)))}
            onRemove={() => setNorms(norms.filter((_, at) => at !== place))}
          />
        ))}
      </section>
    </>
  )
}

interface NormProps {
  readonly norm: ScaleNorm
  readonly isLocked: boolean
  readonly dimensions: TabProps['edited']['definition']['dimensions']
  readonly onChange: (part: Partial<ScaleNorm>) => void
  readonly onRemove: () => void
}

function NormPart({ norm, isLocked, dimensions, onChange, onRemove }: NormProps): ReactNode {
  const figureOf = (id: string): NormFigure => norm.dimensions[id] ?? { mean: 0, sd: 0, percentile: 'normal' }
  const set = (id: string, part: Partial<NormFigure>) =>
    onChange({ dimensions: { ...norm.dimensions, [id]: { ...figureOf(id), ...part } } })
  return (
    <fieldset className="kp-ev-part" disabled={isLocked} aria-label={norm.name || '新常模'}>
      <Labelled label="常模名称" hint="例如：2025 年制造业员工（男，21–40 岁）">
        <Input disabled={isLocked} maxLength={60} value={norm.name} onChange={({ target }) => onChange({ name: target.value })} />
      </Labelled>
      <Labelled label="人数">
        <InputNumber disabled={isLocked} min={1} precision={0} value={norm.n} onChange={(n) => onChange({ n: n ?? 1 })} />
      </Labelled>
      <Labelled label="日期">
        <DateInput disabled={isLocked} value={norm.date} onChange={(day) => onChange({ date: day ?? norm.date })} />
      </Labelled>
      <Labelled label="来源">
        <Input
          disabled={isLocked}
          maxLength={500}
          value={norm.source}
          onChange={({ target }) => onChange({ source: target.value })}
        />
      </Labelled>
      <Table
        rowKey="id"
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={[...dimensions]}
        columns={[
          { title: '维度', dataIndex: 'name', width: 160 },
          {
            ...{ title: '均值', key: 'mean', width: 120 },
            render: (_, { id, name }) => (
              <InputNumber
                aria-label={`${name}的均值`}
                disabled={isLocked}
                value={figureOf(id).mean}
                onChange={(mean) => set(id, { mean: mean ?? 0 })}
              />
            ),
          },
          {
            ...{ title: '标准差', key: 'sd', width: 120 },
            render: (_, { id, name }) => (
              <InputNumber
                aria-label={`${name}的标准差`}
                disabled={isLocked}
                min={0}
                value={figureOf(id).sd}
                onChange={(sd) => set(id, { sd: sd ?? 0 })}
              />
            ),
          },
          {
            ...{ title: '百分位', key: 'percentile', width: 170 },
            render: (_, { id, name }) => (
              <Select
                aria-label={`${name}的百分位算法`}
                disabled={isLocked}
                options={kindOptions}
                value={figureOf(id).percentile}
                onChange={(percentile) => set(id, { percentile })}
              />
            ),
          },
          {
            ...{ title: '对照表', key: 'table', width: 260 },
            render: (_, { id, name }) =>
              figureOf(id).percentile === 'table' && (
                <TableField
                  label={`${name}的对照表`}
                  isDisabled={isLocked}
                  table={figureOf(id).table ?? []}
                  onChange={(table) => set(id, { table })}
                />
              ),
          },
        ]}
      />
      <Button danger disabled={isLocked} icon={<DeleteOutlined />} onClick={onRemove}>
        删除常模
      </Button>
    </fieldset>
  )
}

interface TableFieldProps {
  readonly label: string
  readonly isDisabled: boolean
  readonly table: ReadTable['table']
  readonly onChange: (table: ReadTable['table']) => void
}

function TableField({ label, isDisabled, table, onChange }: TableFieldProps): ReactNode {
  const [wrong, setWrong] = useState<ReadTable['wrong']>([])
  return (
    <>
      <Input.TextArea
        aria-label={label}
        disabled={isDisabled}
        autoSize
        placeholder="每行：原始分 百分位"
        {...(wrong.length > 0 && { status: 'error' })}
        defaultValue={table.map(({ raw, percentile }) => `${raw} ${percentile}`).join('\n')}
        onBlur={({ target }) => {
          const read = readPercentiles(target.value)
          setWrong(read.wrong)
          onChange(read.table)
        }}
      />
      {wrong.length > 0 && (
        <p className="kp-hint" role="alert">
          没有计入：{wrong.map(({ line, text }) => `第 ${line} 行“${text}”`).join('、')}。每行应为“原始分
          百分位”两个数字，请改正。
        </p>
      )}
    </>
  )
}
