import { type ImportColumnKey } from '@despacho/contracts/dispatch';

/**
 * Other names of each column, without case, accents and punctuation: as clients in Peru write them, and as the
 * templates of routing and delivery programs name them. Articles, «de» and the spelling of «número» make no difference.
 */
export const COLUMN_WORDS: Partial<Record<ImportColumnKey, readonly string[]>> = {
  client: [
    ...['remitente', 'codigo cliente', 'cod cliente', 'ruc cliente', 'empresa', 'tienda', 'client', 'client code'],
    ...['shipper', 'sender', 'sender name', 'merchant', 'seller', 'store'],
  ],
  clientReference: [
    ...['ref cliente', 'referencia cliente', 'pedido', 'numero pedido', 'codigo pedido', 'cod pedido', 'id pedido'],
    ...[
      'orden cliente',
      'orden compra',
      'numero orden',
      'codigo orden',
      'numero orden compra',
      'codigo orden cliente',
      'id orden',
    ],
    ...['id referencia', 'codigo seguimiento', 'numero seguimiento', 'tracking', 'tracking number', 'tracking id'],
    ...['tracking code', 'order id', 'order number', 'order no', 'order reference', 'order', 'order name', 'po number'],
    ...['reference', 'reference number', 'reference id', 'id reference', 'external id', 'external reference'],
    ...['client reference', 'customer reference'],
  ],
  recipient: [
    ...['nombre', 'nombre completo', 'nombre y apellido', 'apellido y nombre', 'nombre apellido destinatario'],
    ...['apellido nombre destinatario', 'nombre apellido contacto', 'nombre apellido receptor', 'nombre quien recibe'],
    ...['destinatario nombre', 'nombre destinatario', 'consignatario', 'cliente final', 'nombre cliente final'],
    ...['receptor', 'nombre receptor', 'recibe', 'quien recibe', 'persona que recibe', 'contacto', 'nombre contacto'],
    ...['persona contacto', 'nombre persona contacto', 'primer nombre', 'name', 'full name', 'first name', 'recipient'],
    ...['recipient name', 'customer', 'customer name', 'contact', 'contact name', 'receiver', 'receiver name'],
    ...['customer full name', 'recipient full name', 'receiver full name', 'contact full name'],
    ...['consignee', 'consignee name', 'shipping name', 'delivery name', 'ship to name'],
  ],
  lastName: ['apellido', 'apellido paterno', 'primer apellido', 'last name', 'surname', 'family name'],
  secondLastName: ['segundo apellido', 'second last name'],
  phone: [
    ...['telefonos', 'telf', 'tel', 'tlf', 'fono', 'movil', 'celular', 'celulares', 'cel', 'numero celular'],
    ...['whatsapp', 'telefono destinatario', 'telefono contacto', 'celular destinatario', 'celular contacto'],
    ...['numero contacto', 'telefono celular', 'telefono movil', 'numero telefono', 'numero telefonico', 'phone'],
    ...['phone number', 'telephone', 'mobile', 'mobile number', 'mobile phone', 'cell', 'cell phone', 'cellphone'],
    ...['contact phone', 'contact number', 'contact phone number', 'recipient phone', 'customer phone'],
    ...['shipping phone', 'recipient phone number', 'customer phone number'],
  ],
  address: [
    ...['dir', 'domicilio', 'direccion entrega', 'direccion destino', 'direccion destinatario', 'direccion completa'],
    ...['direccion contacto', 'lugar entrega', 'direccion 1', 'address', 'street address', 'full address', 'street'],
    ...['delivery address', 'shipping address', 'shipping address 1', 'shipping address1', 'address line', 'address 1'],
    ...['address line 1', 'address1', 'destination', 'destination address', 'recipient address', 'shipping street'],
    ...['customer address', 'stop address'],
  ],
  reference: [
    ...['ref', 'referencias', 'referencia direccion', 'referencia entrega', 'complemento', 'complemento direccion'],
    ...['direccion 2', 'detalle direccion', 'address line 2', 'address 2', 'address2', 'shipping address 2'],
    ...['shipping address2', 'address details', 'landmark'],
  ],
  district: ['dist', 'distrito entrega', 'distrito destino', 'distrito destinatario', 'distrito cliente', 'district'],
  ubigeo: ['codigo ubigeo', 'cod ubigeo', 'ubigeo destino', 'ubigeo entrega', 'distrito ubigeo'],
  city: [
    ...['ciudad', 'provincia', 'localidad', 'ciudad destino', 'provincia destino', 'ciudad entrega', 'city', 'town'],
    ...['locality', 'shipping city', 'delivery city', 'destination city'],
  ],
  department: ['departamento destino', 'region', 'state', 'province', 'shipping province'],
  lat: ['lat', 'latitude', 'latitud destino', 'latitud entrega'],
  lng: ['lng', 'lon', 'long', 'longitude', 'longitud destino', 'longitud entrega'],
  coordinates: [
    ...['coordenada', 'coordenadas gps', 'coordenadas entrega', 'coordenadas destino', 'gps', 'ubicacion gps'],
    ...['lat lng', 'lat lon', 'lat long', 'latlng', 'latlong', 'latitud longitud', 'latitude longitude'],
    ...['coordinates', 'gps coordinates', 'geolocalizacion', 'geolocation', 'georreferencia'],
  ],
  date: [
    ...['fecha entrega', 'fec entrega', 'f entrega', 'fecha reparto', 'dia', 'fecha despacho', 'fecha programada'],
    ...['fecha visita', 'dia entrega', 'fecha planificada', 'fecha agendada', 'fecha pactada', 'fecha ruta', 'date'],
    ...['delivery date', 'scheduled date', 'planned date', 'service date', 'visit date', 'route date'],
  ],
  window: [
    ...['franja', 'franja horaria', 'ventana', 'ventana horaria', 'rango horario', 'rango horas', 'horario entrega'],
    ...['horario atencion', 'horario recepcion', 'horario visita', 'rango entrega', 'time window', 'delivery window'],
    ...['time slot', 'slot', 'delivery slot', 'delivery time window', 'time range'],
  ],
  windowFrom: [
    ...['hora desde', 'desde hora', 'hora inicio', 'inicio', 'inicio ventana', 'ventana inicio', 'ventana desde'],
    ...['inicio ventana horaria', 'ventana horaria inicio', 'ventana horaria desde', 'fecha min entrega', 'fecha min'],
    ...['fecha minima entrega', 'fecha minima', 'hora min', 'hora minima', 'hora min entrega', 'entrega desde'],
    ...['fecha desde', 'fecha inicio', 'hora minima entrega', 'from', 'from time', 'time from', 'start', 'start time'],
    ...['time window start', 'window start', 'time window from', 'window from', 'earliest', 'earliest time'],
    ...['earliest arrival', 'earliest arrival time', 'earliest delivery time', 'delivery from', 'delivery after'],
    ...['deliver after', 'available from', 'min delivery time', 'min delivery date'],
  ],
  windowTo: [
    ...['hora hasta', 'hasta hora', 'hora fin', 'fin', 'fin ventana', 'ventana fin', 'ventana hasta', 'hora termino'],
    ...['fin ventana horaria', 'ventana horaria fin', 'ventana horaria hasta', 'fecha max entrega', 'fecha max'],
    ...['fecha maxima entrega', 'fecha maxima', 'hora max', 'hora maxima', 'hora max entrega', 'entrega hasta'],
    ...['fecha hasta', 'fecha fin', 'hora maxima entrega', 'to', 'to time', 'time to', 'end', 'end time', 'until'],
    ...['time window end', 'window end', 'time window to', 'window to', 'latest', 'latest time', 'latest arrival'],
    ...['latest arrival time', 'latest delivery time', 'delivery to', 'delivery before', 'deliver before'],
    ...['available to', 'available until', 'max delivery time', 'max delivery date'],
  ],
  packages: [
    ...['paquetes', 'cantidad', 'cant', 'cajas', 'piezas', 'bulto', 'numero bultos', 'cant bultos', 'cantidad bultos'],
    ...['total bultos', 'cantidad paquetes', 'cantidad item', 'cantidad items', 'cantidad productos', 'unidades'],
    ...['packages', 'package count', 'parcels', 'parcel count', 'boxes', 'pieces', 'quantity', 'qty', 'units'],
    ...['number packages', 'item quantity', 'package quantity', 'lineitem quantity'],
  ],
  weight: [
    ...['peso', 'kg', 'kgs', 'kilos', 'peso en kg', 'peso kilos', 'peso kgs', 'peso total', 'peso total kg'],
    ...['peso bruto', 'peso bruto kg', 'carga kg', 'weight', 'weight kg', 'total weight', 'total weight kg'],
    ...['package weight', 'order weight', 'weight in kg', 'load kg'],
  ],
  guide: [
    ...['guia', 'guia remision', 'numero guia', 'numero guia remision', 'guia remision numero', 'guia electronica'],
    ...['guia despacho', 'guia transporte', 'numero guia despacho', 'codigo guia', 'identificador guia', 'guide'],
    ...['guide number', 'waybill', 'waybill number', 'awb', 'consignment number', 'delivery note number'],
  ],
  item: [
    ...['item', 'items', 'nombre item', 'productos', 'nombre producto', 'descripcion producto', 'descripcion item'],
    ...['descripcion', 'articulo', 'articulos', 'nombre articulo', 'contenido', 'mercaderia', 'item name'],
    ...['item description', 'product', 'product name', 'products', 'product description', 'description'],
    ...['lineitem name'],
  ],
  itemCode: [
    ...['sku', 'codigo item', 'cod producto', 'codigo sku', 'codigo articulo', 'item code', 'item sku', 'item id'],
    ...['product code', 'product sku', 'lineitem sku'],
  ],
  collectDue: [
    ...['cobro', 'cobrar', 'cobranza', 'monto', 'monto a cobrar', 'monto por cobrar', 'total a cobrar', 'importe'],
    ...['importe a cobrar', 'valor a cobrar', 'a cobrar', 'por cobrar', 'contra entrega', 'contraentrega', 'cod'],
    ...['pago contra entrega', 'cobro contra entrega', 'monto s', 'monto a cobrar s', 'monto contra entrega'],
    ...['cobro s', 'importe s', 'monto cod', 'cod amount', 'cash on delivery', 'cash on delivery amount'],
    ...['amount to collect', 'collect amount', 'collection amount', 'cash to collect'],
  ],
  courier: [
    ...['courier', 'chofer', 'conductor', 'motorizado', 'mensajero', 'nombre repartidor', 'nombre conductor'],
    ...['nombre chofer', 'asignado a', 'repartidor asignado', 'driver', 'driver name', 'rider', 'assigned driver'],
    ...['assigned to', 'courier name'],
  ],
  plate: [
    ...['vehiculo', 'placa vehiculo', 'id vehiculo', 'codigo vehiculo', 'camion', 'vehicle', 'vehicle id', 'plate'],
    ...['vehicle plate', 'license plate', 'plate number', 'vehicle name', 'truck'],
  ],
  route: ['nombre ruta', 'codigo ruta', 'numero ruta', 'id ruta', 'route', 'route name', 'route id', 'route number'],
  stop: [
    ...['numero parada', 'orden visita', 'orden ruta', 'secuencia', 'secuencia visita', 'secuencia entrega'],
    ...['orden parada', 'sequence', 'sequence number', 'stop', 'stop number', 'stop order', 'stop sequence'],
    ...['visit order', 'ruta orden visita'],
  ],
  note: [
    ...['notas', 'obs', 'observacion', 'observaciones', 'comentario', 'comentarios', 'indicaciones', 'instrucciones'],
    ...['notas entrega', 'nota entrega', 'instrucciones entrega', 'indicaciones entrega', 'glosa', 'note', 'notes'],
    ...['comment', 'comments', 'instructions', 'delivery instructions', 'delivery notes', 'driver notes', 'remarks'],
    ...['special instructions', 'order notes'],
  ],
  title: ['nombre visita', 'nombre parada', 'nombre lugar', 'title', 'stop name', 'visit name', 'location name'],
  priority: ['urgente', 'urgencia', 'priority', 'urgent'],
};

/** Headings of amounts without a unit. They are read as packages, with a note for the person. */
export const GUESSED_PACKAGES: readonly string[] = ['carga', 'load', 'demand', 'demanda'];

/** Names that are used only if no other heading names the column: «Contacto» is ignored beside «Destinatario». */
export const WEAK_WORDS: readonly string[] = [
  ...['contacto', 'persona contacto', 'nombre contacto', 'contact', 'contact name', 'customer', 'vehiculo', 'vehicle'],
  ...[
    'descripcion',
    'description',
    'contenido',
    'order',
    'order name',
    'reference',
    'unidades',
    'units',
    'complemento',
  ],
];
