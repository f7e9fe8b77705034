import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { EmptyState } from '@kaopei/web'
import { Button, Input, InputNumber, Select, Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { bandMeasureLabels, bandMeasures, type ScaleBand } from '../../contract/definition.ts'
import type { TabProps } from './edited-scale.ts'

const measureOptions = bandMeasures.map((value) => ({ value, label: bandMeasureLabels[value] }))

/** What is said of a figure. A percentile says more than a mean: without a norm the words of the means are used. */
export function BandsTab({ edited, isLocked, change }: TabProps): ReactNode {
  const { definition } = edited
  const { bands, dimensions } = definition
  const setBands = (next: ScaleBand[]) => change({ definition: { ...definition, bands: next } })
  const set = (place: number, part: Partial<ScaleBand>) =>
    setBands(bands.map((one, at) => (at === place ? { ...one, ...part } : one)))
  const number = (title: string, key: 'from' | 'to'): TableColumnsType<ScaleBand>[number] => ({
    ...{ title, dataIndex: key, width: 110 },
    render: (value: number, _band, place) => (
      <InputNumber
        aria-label={`第 ${place + 1} 档的${title}`}
        disabled={isLocked}
        value={value}
        onChange={(given) => set(place, { [key]: given ?? 0 })}
      />
    ),
  })
  const columns: TableColumnsType<ScaleBand> = [
    {
      ...{ title: '维度', dataIndex: 'dimension', width: 150 },
      render: (value: string, _band, place) => (
        <Select
          aria-label={`第 ${place + 1} 档的维度`}
          disabled={isLocked}
          className="kp-ev-wide"
          value={value}
          options={dimensions.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(dimension) => set(place, { dimension })}
        />
      ),
    },
    {
      ...{ title: '依据', dataIndex: 'by', width: 110 },
      render: (value: ScaleBand['by'], _band, place) => (
        <Select
          aria-label={`第 ${place + 1} 档的依据`}
          disabled={isLocked}
          className="kp-ev-wide"
          value={value}
          options={measureOptions}
          onChange={(by) => set(place, { by })}
        />
      ),
    },
    number('从', 'from'),
    number('到', 'to'),
    {
      ...{ title: '档次', dataIndex: 'label', width: 110 },
      render: (value: string, _band, place) => (
        <Input
          aria-label={`第 ${place + 1} 档的名称`}
          disabled={isLocked}
          maxLength={60}
          value={value}
          onChange={({ target }) => set(place, { label: target.value })}
        />
      ),
    },
    {
      ...{ title: '解释', dataIndex: 'text', width: 380 },
      render: (value: string, _band, place) => (
        <Input.TextArea
          aria-label={`第 ${place + 1} 档的解释`}
          disabled={isLocked}
          autoSize
          maxLength={2000}
          value={value}
          onChange={({ target }) => set(place, { text: target.value })}
        />
      ),
    },
    {
      ...{ title: '操作', key: 'actions', width: 64 },
      render: (_, _band, place) => (
        <Button
          type="text"
          danger
          disabled={isLocked}
          icon={<DeleteOutlined />}
          aria-label={`删除第 ${place + 1} 档`}
          onClick={() => setBands(bands.filter((_one, at) => at !== place))}
        />
      ),
    },
  ]
  return (
    <section className="kp-card" aria-label="解释">
      <div className="kp-ev-tools">
        <Button
          icon={<PlusOutlined />}
          disabled={isLocked || dimensions.length === 0}
          onClick={() =>
            setBands([...bands, { dimension: dimensions[0]?.id ?? '', by: 'mean', from: 0, to: 0, label: '', text: '' }])
          }
        >
          添加一档
        </Button>
        <span className="kp-hint">“从”包含在内，“到”不包含，最后一档包含。有常模时按百分位或 T 分，没有时按均分。</span>
      </div>
      {bands.length === 0 ? (
        <EmptyState text="还没有解释，报告只显示分数" />
      ) : (
        <Table
          rowKey={(band) => `${band.dimension}/${band.by}/${bands.indexOf(band)}`}
          size="small"
          columns={columns}
          dataSource={[...bands]}
          pagination={false}
          scroll={{ x: 'max-content' }}
        />
      )}
    </section>
  )
}
