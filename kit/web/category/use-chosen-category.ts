import { useAddress } from '../use-address.ts'
import { type Branching, findNode } from './category-nodes.ts'

/** The category beside a list, in the address as `category`; another one begins at the list's first page. */
export function useChosenCategory<Node extends Branching<Node>>(nodes: readonly Node[]) {
  const [params, setParams] = useAddress()
  const choose = (id: string | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('pageIndex')
      if (id === undefined) next.delete('category')
      else next.set('category', id)
      return next
    })
  return { chosen: findNode(nodes, params.get('category')), choose }
}
