import { Window } from '../../../shared/ui/Window/Window.tsx';
import { ChooseCourier } from './ChooseCourier.tsx';

interface Props {
  onChoose: (courierId: string) => void;
  onClose: () => void;
}

/** Dialog to choose the courier whose route is closed. */
export function ChooseRouteWindow({ onChoose, onClose }: Props) {
  return (
    <Window
      title="Cerrar ruta"
      lead="Elija al repartidor que volvió: se anota cómo terminó cada parada y se guarda todo junto."
      focus="input"
      onDismiss={onClose}
    >
      <ChooseCourier
        label="Repartidor"
        orders={[]}
        onCancel={onClose}
        onChoose={({ id }) => {
          onClose();
          onChoose(id);
        }}
      />
    </Window>
  );
}
