import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { ActionButton, formatInstant, RightButton, toast, useAction, useUnsavedGuard } from '@kaopei/web'
import { Button, Input, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { type PartnerConfigItem, type PartnerConfigKey, partnerConfig } from '../contract/partner-config.ts'

interface Props {
  /** Without one a new item is being written. */
  readonly item?: PartnerConfigItem
  /** What it may be an item of. */
  readonly keys: readonly PartnerConfigKey[]
  readonly whose: { readonly partnerId?: string }
  readonly onClose?: () => void
}

/** One item: read until the pencil is clicked; 确认 saves, 取消 takes back what was typed, or the whole item when it is new. */
export function ConfigItem({ item, keys, whose, onClose }: Props): ReactNode {
  const [isEditing, setEditing] = useState(item === undefined)
  const close = () => {
    setEditing(false)
    onClose?.()
  }
  if (isEditing) return <Editing keys={keys} whose={whose} onClose={close} {...(item && { item })} />
  if (!item) return null
  const key = keys[0]
  const isEditable = key?.isEditable ?? true
  return (
    <article className="kp-config-item" aria-label={item.title}>
      <div>
        <strong>{item.title}</strong>
        <p>{key?.options.find(({ value }) => value === item.value)?.label ?? item.value}</p>
        <span className="kp-hint">
          {item.updatedByName}，{formatInstant(item.updatedAt)}
        </span>
      </div>
      <div>
        <RightButton
          type="text"
          right={partnerConfig.modify}
          icon={<EditOutlined />}
          aria-label={`编辑${item.title}`}
          disabled={!isEditable}
          onClick={() => setEditing(true)}
        />
        <ActionButton
          type="text"
          danger
          endpoint={partnerConfig.delete}
          icon={<DeleteOutlined />}
          aria-label={`删除${item.title}`}
          disabled={!isEditable}
          input={{ name: item.name, ...whose }}
          confirm={{ title: '提示', content: '是否要删除该配置？', isDangerous: true }}
          successText="删除成功"
          failText="操作失败"
        />
      </div>
    </article>
  )
}

function Editing({ item, keys, whose, onClose }: Props & { readonly onClose: () => void }): ReactNode {
  const ids = { name: useId(), value: useId() }
  const [name, setName] = useState(item?.name)
  const [value, setValue] = useState(item?.value ?? '')
  const key = keys.find((one) => one.name === name)
  const saving = useAction(partnerConfig.modify, { failText: '操作失败' })
  useUnsavedGuard(() => value !== (item?.value ?? ''))
  const save = async () => {
    const title = key?.title ?? item?.title
    if (!name || !title || value.trim() === '') return toast.warning('请填写完整')
    const outcome = await saving.run({ name, title, value, ...whose })
    if (outcome.ok) onClose()
  }
  return (
    <article className="kp-config-item kp-config-editing" aria-label={item ? `编辑${item.title}` : '新增配置'}>
      <div className="kp-config-fields">
        <label htmlFor={ids.name}>配置属性</label>
        <Select
          id={ids.name}
          placeholder="请选择配置属性"
          value={name ?? null}
          disabled={item !== undefined}
          options={keys.map((one) => ({ value: one.name, label: one.title }))}
          onChange={(chosen) => {
            setName(chosen)
            setValue('')
          }}
        />
        <label htmlFor={ids.value}>配置描述</label>
        {key && key.options.length > 0 ? (
          <Select
            id={ids.value}
            placeholder="请选择"
            showSearch={key.options.length > 10}
            optionFilterProp="label"
            value={value || null}
            options={[...key.options]}
            onChange={(chosen) => setValue(chosen)}
          />
        ) : (
          <Input.TextArea
            id={ids.value}
            placeholder="请输入配置描述"
            value={value}
            maxLength={key?.longest ?? 2000}
            showCount
            autoSize={{ minRows: 2, maxRows: 6 }}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
        {key && <span className="kp-hint">{key.descript}</span>}
      </div>
      <div>
        <Button type="primary" loading={saving.isRunning} onClick={() => void save()}>
          确认
        </Button>
        <Button disabled={saving.isRunning} onClick={onClose}>
          取消
        </Button>
      </div>
    </article>
  )
}
