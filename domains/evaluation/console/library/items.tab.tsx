import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { EmptyState, FocusReturn, RightButton, UploadField, useAction } from '@kaopei/web'
import { downloadFile, type UploadedFile } from '@kaopei/web/client'
import { Button, Input, Modal, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { mostItems, type ScaleItem } from '../../contract/definition.ts'
import { keyedItemsOf } from '../../contract/rules/keyed-items.ts'
import { scale } from '../../contract/scale.ts'
import { freshId, type TabProps } from './edited-scale.ts'
import { OptionsEditor } from './options-editor.tsx'
import { OwnOptions } from './own-options.dialog.tsx'

/** Items with their direction in each dimension, and the options that all of them share. */
export function ItemsTab({ detail, edited, isLocked, isChanged, change }: TabProps): ReactNode {
  const { definition } = edited
  const [isImporting, setImporting] = useState(false)
  const [opened, setOpened] = useState<string>()
  const chosen = definition.items.find(({ id }) => id === opened)
  const setItems = (items: ScaleItem[]) => change({ definition: { ...definition, items } })
  const columns: TableColumnsType<ScaleItem> = [
    { title: '题号', dataIndex: 'id', width: 90 },
    {
      title: '题目',
      dataIndex: 'text',
      width: 420,
      render: (text: string, { id }) => (
        <Input.TextArea
          aria-label={`题目 ${id}`}
          disabled={isLocked}
          autoSize
          maxLength={500}
          value={text}
          onChange={({ target }) =>
            setItems(definition.items.map((one) => (one.id === id ? { ...one, text: target.value } : one)))
          }
        />
      ),
    },
    { title: '维度与方向', key: 'dimensions', width: 200, render: (_, { id }) => placesOf(definition, id) },
    {
      title: '选项',
      dataIndex: 'options',
      width: 120,
      render: (options: ScaleItem['options'], { id }) => (
        <Button type="link" size="small" aria-label={`题目 ${id} 的选项`} onClick={() => setOpened(id)}>
          {options && options.length > 0 ? `自有 ${options.length} 个` : '统一选项'}
        </Button>
      ),
    },
    {
      title: '操作',
      key: 'actions',
      width: 70,
      render: (_, { id }) => (
        <Button
          type="text"
          danger
          disabled={isLocked}
          icon={<DeleteOutlined />}
          aria-label={`删除题目 ${id}`}
          onClick={() => change({ definition: withoutItem(definition, id) })}
        />
      ),
    },
  ]
  return (
    <>
      <section className="kp-card" aria-label="统一选项">
        <div className="kp-ev-tools">
          <strong>统一选项</strong>
          <span className="kp-hint">没有自有选项的题目都用这些。</span>
        </div>
        <OptionsEditor
          options={definition.options}
          isLocked={isLocked}
          onChange={(options) => change({ definition: { ...definition, options } })}
        />
      </section>
      <section className="kp-card" aria-label="题目">
        <div className="kp-ev-tools">
          <Button
            icon={<PlusOutlined />}
            disabled={isLocked || definition.items.length >= mostItems}
            onClick={() => setItems([...definition.items, { id: freshId('q', definition.items), text: '' }])}
          >
            添加题目
          </Button>
          <RightButton right={scale.importItems} disabled={isChanged} onClick={() => setImporting(true)}>
            导入题目
          </RightButton>
          <Button onClick={() => void downloadFile(scale.exportItems, { id: detail.id })}>导出题目</Button>
          <span className="kp-hint">
            共 {definition.items.length} 题{isChanged && '；保存后可以导入'}
          </span>
        </div>
        {definition.items.length === 0 ? (
          <EmptyState text="还没有题目，可以添加或用表格导入" />
        ) : (
          <Table
            rowKey="id"
            size="small"
            columns={columns}
            dataSource={[...definition.items]}
            pagination={{ pageSize: 50, hideOnSinglePage: true }}
            scroll={{ x: 'max-content' }}
          />
        )}
      </section>
      {chosen && (
        <OwnOptions
          key={chosen.id}
          item={chosen}
          shared={definition.options}
          isLocked={isLocked}
          onSave={(options) => {
            setItems(definition.items.map((one) => (one.id === chosen.id ? withOptions(one, options) : one)))
            setOpened(undefined)
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {isImporting && <ImportItems detail={detail} onClose={() => setImporting(false)} />}
    </>
  )
}

const withOptions = ({ id, text }: ScaleItem, options: ScaleItem['options']): ScaleItem => ({
  id,
  text,
  ...(options && { options }),
})

function placesOf(definition: TabProps['edited']['definition'], item: string): string {
  const places = definition.dimensions.flatMap((dimension) =>
    keyedItemsOf(definition, dimension)
      .filter((keyed) => keyed.item === item)
      .map(({ isReversed }) => `${dimension.name}${isReversed ? '（反向）' : ''}`),
  )
  return places.join('、') || '-'
}

function withoutItem(definition: TabProps['edited']['definition'], id: string): TabProps['edited']['definition'] {
  const without = <Part extends { readonly items: readonly { readonly item: string }[] }>(part: Part) => ({
    ...part,
    items: part.items.filter(({ item }) => item !== id),
  })
  return {
    ...definition,
    items: definition.items.filter((one) => one.id !== id),
    dimensions: definition.dimensions.map(without),
    facets: definition.facets.map(without),
  }
}

function ImportItems({ detail, onClose }: { readonly detail: TabProps['detail']; readonly onClose: () => void }): ReactNode {
  const [files, setFiles] = useState<readonly UploadedFile[]>([])
  const importing = useAction(scale.importItems, { successText: '导入成功' })
  const [file] = files
  const start = async () => {
    if (!file) return
    const done = await importing.run({ id: detail.id, version: detail.version, fileId: file.fileId })
    if (done.ok) onClose()
  }
  return (
    <Modal
      open
      title="导入题目"
      okText="导 入"
      confirmLoading={importing.isRunning}
      okButtonProps={{ disabled: !file }}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <FocusReturn />
      <p className="kp-hint">
        表格列：题号、题目、维度、分面、计分方向、自有选项（每行一个，写“分值
        文字”）。导入后替换现在的全部题目、维度与分面；同名的维度保留说明和解释。
      </p>
      <Button type="link" onClick={() => void downloadFile(scale.exportItems, { id: detail.id })}>
        下载现有题目作为模板
      </Button>
      <UploadField purpose="import" replace value={files} onChange={setFiles} />
    </Modal>
  )
}
