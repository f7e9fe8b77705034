import { PlusOutlined } from '@ant-design/icons'
import { EmptyState, ErrorState, RightButton, useAddress, useCall } from '@kaopei/web'
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { type RoleRow, role } from '../contract/role.ts'
import { CreateRole } from './role.form.tsx'
import './access.css'

export interface ChosenRole {
  readonly roles: readonly RoleRow[] | undefined
  readonly chosen: RoleRow | undefined
  readonly choose: (id: string) => void
  readonly error: Error | null
  readonly refetch: () => void
}

/** The role that the address names, else the first. */
export function useChosenRole(): ChosenRole {
  const [params, setParams] = useAddress()
  const { data: roles, error, refetch } = useCall(role.listRole, {})
  const wanted = params.get('roleId')
  const choose = (id: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('pageIndex')
      next.set('roleId', id)
      return next
    })
  return { roles, chosen: roles?.find(({ id }) => id === wanted) ?? roles?.[0], choose, error, refetch }
}

interface Props {
  readonly of: ChosenRole
  /** Asked before another role is chosen. */
  readonly mayLeave?: () => Promise<boolean>
  readonly canAdd?: boolean
}

/** Roles at the left of both screens. */
export function RoleSide({ of: { roles, chosen, choose, error, refetch }, mayLeave, canAdd = false }: Props): ReactNode {
  const [typed, setTyped] = useState('')
  const [isAdding, setAdding] = useState(false)
  const shown = roles?.filter(({ name }) => name.includes(typed.trim()))
  const go = async (id: string) => {
    if (id !== chosen?.id && (!mayLeave || (await mayLeave()))) choose(id)
  }
  return (
    <>
      <div className="kp-side-title">
        <h2>角色</h2>
        {canAdd && (
          <RightButton
            right={role.createRole}
            type="text"
            size="small"
            icon={<PlusOutlined />}
            aria-label="新增角色"
            title="新增角色"
            onClick={() => setAdding(true)}
          />
        )}
      </div>
      <Input
        aria-label="搜索角色"
        placeholder="搜索角色"
        allowClear
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error && !roles && <ErrorState error={error} onRetry={refetch} />}
      {shown?.length === 0 && <EmptyState text="没有找到角色" />}
      <nav className="kp-roles" aria-label="角色">
        {shown?.map(({ id, name, staffCount, groupCount }) => (
          <button
            key={id}
            type="button"
            aria-current={id === chosen?.id ? 'true' : undefined}
            title={name}
            onClick={() => void go(id)}
          >
            <span>{name}</span>
            <small>{groupCount > 0 ? `${staffCount}人 · ${groupCount}组` : `${staffCount}人`}</small>
          </button>
        ))}
      </nav>
      <CreateRole open={isAdding} onClose={() => setAdding(false)} onCreated={choose} />
    </>
  )
}
