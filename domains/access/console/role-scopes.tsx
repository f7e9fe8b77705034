import { dataScope } from '@kaopei/identity/contract/role'
import { DepartmentTreeSelect } from '@kaopei/org/parts'
import { EmptyState, formFor, RightButton, RowActions, ToneTag } from '@kaopei/web'
import { Form, Radio, Space, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { type CompanyMenu, roleMenuCalls } from '../contract/role-menu.ts'
import type { RoleGrants } from './role-menus.tsx'
import { menusBelow } from './tick-menus.ts'

const { Field, FormDrawer } = formFor(roleMenuCalls.setDataPermission)

interface ScopeRow {
  readonly id: string
  readonly title: string
  readonly scope: number
  readonly departmentIds: readonly string[]
}

interface ScopesProps {
  readonly tree: readonly CompanyMenu[]
  readonly grants: RoleGrants
  /** Ticks of menus wait to be saved. */
  readonly isUnsaved: boolean
}

/** The data permission of each menu that shows people. */
export function RoleScopes({ tree, grants, isUnsaved }: ScopesProps): ReactNode {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [editing, setEditing] = useState<readonly ScopeRow[]>([])
  const rows = scopeRows(tree, grants)
  const { isEditable } = grants
  const edit = (ids: readonly string[]) => setEditing(rows.filter(({ id }) => ids.includes(id)))
  return (
    <>
      {isUnsaved && <p className="kp-note">“菜单与按钮”中的修改尚未保存，保存后在这里设置新授权菜单的数据范围。</p>}
      {isEditable && rows.length > 0 && (
        <div className="kp-toolbar">
          <RightButton right={roleMenuCalls.setDataPermission} disabled={chosen.length === 0} onClick={() => edit(chosen)}>
            批量设置
          </RightButton>
        </div>
      )}
      <Table<ScopeRow>
        size="middle"
        rowKey="id"
        dataSource={[...rows]}
        pagination={false}
        {...(isEditable && {
          rowSelection: { selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(String)), columnWidth: 48 },
        })}
        locale={{ emptyText: <EmptyState text="该角色还没有区分数据范围的菜单，请先在“菜单与按钮”中授权" /> }}
        columns={[
          { title: '菜单', dataIndex: 'title', width: '30%' },
          { title: '数据范围', key: 'scope', render: (_, row) => <ScopeCell row={row} /> },
          ...(isEditable
            ? [
                {
                  title: '操作',
                  key: 'actions',
                  width: 96,
                  render: (_: unknown, row: ScopeRow) => (
                    <RowActions
                      actions={[
                        {
                          label: '设置',
                          name: `设置${row.title}的数据权限`,
                          right: roleMenuCalls.setDataPermission,
                          run: () => edit([row.id]),
                        },
                      ]}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {editing.length > 0 && <ScopeForm rows={editing} grants={grants} onClose={() => setEditing([])} />}
    </>
  )
}

function scopeRows(tree: readonly CompanyMenu[], grants: RoleGrants): readonly ScopeRow[] {
  const granted = new Map(grants.menus.map((grant) => [grant.menu, grant]))
  return tree.flatMap(menusBelow).flatMap(({ id, title, hasScope }) => {
    const grant = granted.get(id)
    return hasScope && grant ? [{ id, title, scope: grant.scope, departmentIds: grant.departmentIds }] : []
  })
}

function ScopeCell({ row: { scope, departmentIds } }: { readonly row: ScopeRow }): ReactNode {
  return (
    <Space size={8} wrap>
      <ToneTag tone={scope === dataScope.all ? 'info' : 'neutral'}>{dataScope.label(scope)}</ToneTag>
      {scope === dataScope.chosen && <span className="kp-hint">{`${departmentIds.length} 个部门`}</span>}
    </Space>
  )
}

const explained: Readonly<Record<number, string>> = {
  [dataScope.all]: '企业的全部人员',
  [dataScope.chosen]: '所选部门的人员，不含其下级部门，下级部门须一并选择',
  [dataScope.ownDepartment]: '成员自己所在部门的人员',
  [dataScope.ownAndBelow]: '成员自己所在部门及其全部下级部门的人员',
  [dataScope.self]: '只有成员自己的数据',
}

interface FormProps {
  readonly rows: readonly ScopeRow[]
  readonly grants: RoleGrants
  readonly onClose: () => void
}

function ScopeForm({ rows, grants, onClose }: FormProps): ReactNode {
  const [first] = rows
  const title = rows.length === 1 ? `数据权限：${first?.title}` : `数据权限：${rows.length} 个菜单`
  return (
    <FormDrawer
      open
      title={title}
      width={500}
      onClose={onClose}
      endpoint={roleMenuCalls.setDataPermission}
      successText="修改成功"
      initialValues={{
        roleId: grants.roleId,
        version: grants.version,
        menus: rows.map(({ id }) => id),
        scope: first?.scope,
        departmentIds: first?.departmentIds ?? [],
      }}
      fromRow={({ version }) => ({ version })}
    >
      <Field name="scope" label="数据范围" required>
        <Radio.Group className="kp-scope-choice">
          {dataScope.options.map(({ value, label }) => (
            <Radio key={value} value={value}>
              {label}
              <small className="kp-hint">{explained[value]}</small>
            </Radio>
          ))}
        </Radio.Group>
      </Field>
      <Form.Item noStyle dependencies={['scope']}>
        {({ getFieldValue }) =>
          getFieldValue('scope') === dataScope.chosen && (
            <Field name="departmentIds" label="部门" required>
              <DepartmentTreeSelect isMultiple label="部门" />
            </Field>
          )
        }
      </Form.Item>
    </FormDrawer>
  )
}
