import { useAddress } from '@kaopei/web'
import { Checkbox } from 'antd'

/** Whether only those who are late are listed: kept in the address, beside what the list with this prefix keeps there. */
export function useLateOnly(prefix = '') {
  const [params, setParams] = useAddress()
  const isOverdue = params.get(`${prefix}overdue`) === '1'
  const set = (isOn: boolean) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete(`${prefix}pageIndex`)
      if (isOn) next.set(`${prefix}overdue`, '1')
      else next.delete(`${prefix}overdue`)
      return next
    })
  return {
    input: isOverdue ? { isOverdue } : {},
    control: (
      <Checkbox checked={isOverdue} onChange={({ target }) => set(target.checked)}>
        只看逾期
      </Checkbox>
    ),
  }
}
