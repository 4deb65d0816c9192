import { Screen } from './Screen.tsx';
import { Section } from './Section.tsx';
import styles from './NoticeScreen.module.css';

/** The courier's guide. */
export function HelpScreen() {
  return (
    <Screen title="Cómo se usa" back={{ name: 'menu' }}>
      {GUIDE.map(({ title, steps }) => (
        <Section key={title} title={title}>
          <ul className={styles['list']}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </Section>
      ))}
    </Screen>
  );
}

const GUIDE = [
  {
    title: 'Al empezar',
    steps: [
      '«Revisar la carga»: escanee o marque sus paquetes; dice lo que falta y lo que sobra.',
      'Al salir de la oficina presione «Salí a ruta», una vez para todas las paradas.',
      'Lo que no cargó queda al final: cuando lo tenga, abra su parada y presione «Ya lo cargué».',
      'La parada con marco es la siguiente. Las atrasadas aparecen primero.',
      'Busque una parada por código, nombre o dirección, o escanee su etiqueta.',
      'Toque una parada para llamar, escribir por WhatsApp o ver cómo llegar: la aplicación que elige se recuerda.',
      'El mapa de arriba muestra la ruta; «Cambiar el orden», debajo de la lista, la ordena como usted quiera.',
    ],
  },
  {
    title: 'En la puerta',
    steps: [
      '«Comprobar el paquete» lee su etiqueta y dice si es de esa parada.',
      '«La puerta es aquí» guarda dónde está la puerta, para ubicar la dirección la próxima vez.',
      '«Entregar»: tome la foto, diga quién recibe y cuánto pagó, y presione «Confirmar entrega».',
      'Si recibe el destinatario, basta presionar «La misma persona».',
      'Varios paquetes para la misma puerta se confirman juntos.',
      '«No entregada»: seleccione el motivo y confirme.',
      'Si se equivocó, tiene cinco minutos para «Corregir». Después, avise a su oficina.',
    ],
  },
  {
    title: 'Sin señal',
    steps: [
      'Siga trabajando igual: todo se guarda en este teléfono.',
      '«Por enviar» muestra lo que falta. Se envía solo cuando vuelve la señal.',
      'Si algo está «con problema», lo demás se envía igual; puede mostrarlo a su oficina.',
      'En un iPhone, abra esta página cuando vuelva la señal: solo envía mientras está a la vista.',
    ],
  },
  {
    title: 'Si la oficina cambia su ruta',
    steps: [
      'El cambio aparece arriba de la lista. Presione «Entendido» cuando lo haya visto.',
      'Si ya visitó una parada que la oficina retiró, regístrela igual: la oficina decide.',
    ],
  },
  {
    title: 'Al terminar',
    steps: [
      'En «Cierre del día» compare el efectivo con lo que tiene y entréguelo a la oficina.',
      'Cuando la oficina lo confirme, verá ahí su constancia.',
    ],
  },
];
